# METADATA
# description: How often the schedule of a CronJob comes round.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
#   - ref: https://pkg.go.dev/github.com/robfig/cron/v3#hdr-CRON_Expression_Format
package kubegap.lib.cron

import data.kubegap.lib.values

# METADATA
# description: |
#   The minutes between two starts, where they are closest; days that are left out
#   make no difference. Undefined for a schedule that cannot be read.
minutes(schedule) := _macros[schedule]

minutes(schedule) := values.seconds(text) / 60 if {
	is_string(schedule)
	startswith(schedule, "@every ")
	text := trim_space(trim_prefix(schedule, "@every "))
}

minutes(schedule) := min(gaps) if {
	[at, hours] := _times(schedule)
	within := [gap |
		some i, earlier in at
		gap := at[i + 1] - earlier
	]
	between := (_closest(hours, 24) * 60) - (at[count(at) - 1] - at[0])
	gaps := array.concat(within, [between])
}

# METADATA
# description: |
#   The starts on a day that is not left out. Undefined for a schedule that cannot be
#   read.
starts(schedule) := count(at) * count(hours) if {
	[at, hours] := _times(schedule)
} else := 1440 / minutes(schedule)

# The minutes and hours of a schedule of five fields.
_times(schedule) := [at, hours] if {
	is_string(schedule)
	fields := regex.split(`\s+`, trim_space(regex.replace(schedule, `^(CRON_)?TZ=\S+`, "")))
	count(fields) == 5
	at := _expanded(fields[0], 0, 59)
	hours := _expanded(fields[1], 0, 23)
}

_macros := {
	"@annually": 525600,
	"@daily": 1440,
	"@hourly": 60,
	"@midnight": 1440,
	"@monthly": 40320,
	"@weekly": 10080,
	"@yearly": 525600,
}

# The smallest distance of two neighbours in a circle of that length.
_closest(numbers, length) := min(distances) if {
	circle := array.concat(numbers, [numbers[0] + length])
	distances := [distance |
		some i, earlier in numbers
		distance := circle[i + 1] - earlier
	]
}

# The numbers that a field stands for, in order.
_expanded(field, low, high) := sort(found) if {
	parts := split(field, ",")
	ranges := [range |
		some part in parts
		range := _range(part, low, high)
	]
	count(ranges) == count(parts)
	found := {number |
		some range in ranges
		some number in range
	}
	every number in found {
		number >= low
		number <= high
	}
}

_range(part, low, high) := numbers.range_step(low, high, step) if {
	found := regex.find_all_string_submatch_n(`^[*?](?:/([1-9][0-9]?))?$`, part, 1)[0]
	step := _number(found[1], 1)
}

_range(part, _, high) := numbers.range_step(first, last, step) if {
	found := regex.find_all_string_submatch_n(`^([0-9]{1,2})(?:-([0-9]{1,2}))?(?:/([1-9][0-9]?))?$`, part, 1)[0]
	first := to_number(found[1])
	last := _last(found, first, high)
	first <= last
	step := _number(found[3], 1)
}

# Without an end, a step counts up to the highest number.
_last(found, _, _) := to_number(found[2]) if found[2] != ""

_last(found, first, high) := {true: first, false: high}[found[3] == ""] if found[2] == ""

_number("", otherwise) := otherwise

_number(text, _) := to_number(text) if text != ""
