package kubegap.lib.values_test

import data.kubegap.lib.values

test_durations if {
	cases := {"0s": 0, "15m": 900, "1h30m": 5400, "2h30m0s": 9000, "1.5h": 5400, "900": 900, "500ms": 0.5}
	every text, seconds in cases {
		values.seconds(text) == seconds
	}
	values.seconds(30) == 30
}

test_what_is_no_duration_is_undefined if {
	every text in ["", "s", "soon", "1d", "-5s", "1h 30m", "${TIMEOUT}", "999999999999h"] {
		not values.seconds(text)
	}
	not values.seconds(null)
	not values.seconds([1])
}

test_placeholders_are_unknown if {
	every text in ["${TIMEOUT}", "$(HOST)", "{{ .Values.a }}", "ENC[AES256_GCM,data:x]", "<path:secret#key>", "<DOMAIN>", "__HOST__"] {
		values.unknown(text)
	}
}

test_plain_text_is_known if {
	every text in ["", "web", "a < b", "$5", "HOST", "x_y"] {
		not values.unknown(text)
	}
	not values.unknown(30)
	not values.unknown({"a": "${B}"})
}
