package kubegap.lib.addresses_test

import data.kubegap.lib.addresses

test_private_addresses_prefixes_and_ranges if {
	every text in ["10.1.2.3", "172.16.0.0/12", "172.31.0.1", "192.168.1.240-192.168.1.250", "fd00::1", "FC12::/64"] {
		addresses.private(text)
	}
}

test_anything_else_is_not_private if {
	every text in ["100.64.0.1", "172.32.0.1", "203.0.113.7", "192.169.0.1", "10.example.org", "2001:db8::1", "", 7, null] {
		not addresses.private(text)
	}
}

test_ranges_that_hold_everyone if {
	every range in ["0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", "::/0", "0::/0", "2000::/3", "8000::/1"] {
		addresses.everyone(range)
	}
}

test_ranges_that_leave_someone_out if {
	every range in ["0.0.0.0/2", "10.0.0.0/8", "203.0.113.0/24", "203.0.113.1/10", "2001:db8::/32", "fc00::/7", "::", "", 7, null] {
		not addresses.everyone(range)
	}
}

test_lists_are_trimmed if {
	addresses.list(" 10.0.0.0/8, 0.0.0.0/0,") == ["10.0.0.0/8", "0.0.0.0/0"]
	addresses.list(7) == []
}
