package kubegap.lib.cron_test

import data.kubegap.lib.cron

test_minutes_between_starts if {
	expected := {
		"* * * * *": 1,
		"*/15 * * * *": 15,
		"5/20 * * * *": 20,
		"*/7 * * * *": 4,
		"0 * * * *": 60,
		"0,30 * * * *": 30,
		"0,5 3 * * *": 5,
		"0 3 * * *": 1440,
		"30 */2 * * *": 120,
		"0 9-17 * * 1-5": 60,
		"0 0,1 * * *": 60,
		"0 23,0 * * *": 60,
		"10-20/5 * * * *": 5,
		"00 00 * * MON": 1440,
		"? * * * ?": 1,
		"TZ=Asia/Seoul */10 * * * *": 10,
		"CRON_TZ=Asia/Seoul */10 * * * *": 10,
		"@hourly": 60,
		"@every 5m": 5,
		"@every 1h30m": 90,
	}
	every schedule, minutes in expected {
		cron.minutes(schedule) == minutes
	}
}

test_starts_on_a_day if {
	expected := {
		"* * * * *": 1440,
		"*/15 * * * *": 96,
		"*/7 * * * *": 216,
		"0,10 3 * * 0": 2,
		"0 8-18/2 * * *": 6,
		"@hourly": 24,
		"@every 30m": 48,
	}
	every schedule, starts in expected {
		cron.starts(schedule) == starts
	}
	not cron.starts("${SCHEDULE}")
}

test_what_cannot_be_read if {
	every schedule in ["", "* * * *", "* * * * * *", "60 * * * *", "*/0 * * * *", "5-1 * * * *", "a * * * *", "${SCHEDULE}", "H * * * *", "@reboot", "@every soon"] {
		not cron.minutes(schedule)
	}
}
