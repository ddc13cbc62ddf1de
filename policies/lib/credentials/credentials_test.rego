package kubegap.lib.credentials_test

import data.kubegap.lib.credentials

test_names_of_an_aws_secret_key if {
	every name in ["AWS_SECRET_ACCESS_KEY", "aws_secret_access_key", "secretAccessKey", "secret-access-key", "awsSecretKey", "S3_SECRET_ACCESS_KEY"] {
		_whats([{"name": name, "text": _key}]) == ["AWS secret key"]
	}
	every name in ["PASSWORD", "AWS_SECRET_ACCESS_KEY_FILE", "checksum"] {
		_whats([{"name": name, "text": _key}]) == []
	}
}

test_what_is_no_random_key if {
	every text in [
		concat("", [_key, "1"]),
		substring(_key, 0, 39),
		lower(_key),
		upper(_key),
		"da39a3ee5e6b4b0d3255bfef95601890afd80709",
		concat("", ["Test", substring(_key, 4, -1)]),
		concat("", ["aaaaa", substring(_key, 5, -1)]),
	] {
		_whats([{"name": "AWS_SECRET_ACCESS_KEY", "text": text}]) == []
	}
}

test_a_key_in_a_file if {
	every text in [
		sprintf("[default]\naws_secret_access_key = %s\n", [_key]),
		sprintf("s3:\n  secret_access_key: \"%s\"\n", [_key]),
		sprintf("{\"secretAccessKey\":\"%s\",\"region\":\"eu-west-1\"}", [_key]),
	] {
		_whats([{"name": "file", "text": text}]) == ["AWS secret key"]
	}
	_whats([{"name": "file", "text": sprintf("aws_secret_access_key = %sA", [_key])}]) == []
}

test_the_identifier_tells_whose_key_it_is if {
	_with_identifier(concat("", ["AKIA", "ONLYTHEFORMOF1ID"])) == ["AWS secret key"]
	_with_identifier("AKIAIOSFODNN7EXAMPLE") == []
	_with_identifier("minio-user") == []
}

test_an_endpoint_of_aws_is_aws if {
	_beside("AWS_ENDPOINT_URL", "https://s3.eu-west-1.amazonaws.com") == ["AWS secret key"]
	_beside("AWS_ENDPOINT_URL", "http://storage:9000") == []
	_beside("STORAGE", "https://account.r2.cloudflarestorage.com") == []
}

_with_identifier(identifier) := _beside("AWS_ACCESS_KEY_ID", identifier)

_beside(name, text) := _whats([{"name": "AWS_SECRET_ACCESS_KEY", "text": _key}, {"name": name, "text": text}])

_whats(entries) := [one.what | some one in credentials.found(entries, entries)]

_key := concat("", ["ThisIsNoRealKey0Only", "LooksLikeOne+1234567"])
