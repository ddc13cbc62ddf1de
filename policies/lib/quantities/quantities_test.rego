package kubegap.lib.quantities_test

import data.kubegap.lib.quantities

test_suffixes if {
	every written, milli in {
		"100m": 100,
		"0.1": 100,
		".5": 500,
		"1.": 1000,
		"2": 2000,
		"+2": 2000,
		"1k": 1000000,
		"1Ki": 1024000,
		"128Mi": 134217728000,
		"1.5Gi": 1610612736000,
		"1e3": 1000000,
		"12E2": 1200000,
		"1E": 1000000000000000000000,
		"500u": 1,
		"100n": 0,
	} {
		quantities.milli(written) == milli
	}
}

test_numbers if {
	quantities.milli(2) == 2000
	quantities.milli(0.25) == 250
}

test_sums_are_exact if {
	quantities.milli("100m") + quantities.milli("0.2") == quantities.milli("300m")
}

test_what_is_no_quantity if {
	every value in ["${MEMORY}", "", "Mi", "128 Mi", "128MB", "-1", "1e", true, null, ["1"]] {
		not quantities.milli(value)
	}
}
