package kubegap.lib.certificates_test

import data.kubegap.lib.certificates
import data.kubegap.lib.fixture

test_a_pair_is_no_defect if {
	not _reason({"data": {"tls.crt": base64.encode(_certificate), "tls.key": base64.encode(_key)}})
	not _reason({"stringData": {"tls.crt": _certificate, "tls.key": _key}})
	not _reason({"data": {"tls.crt": "", "tls.key": ""}})
	not _reason({"data": {"tls.crt": "not base64!", "tls.key": 7}})
}

test_a_missing_key if {
	_reason({"data": {"tls.crt": ""}}) == "holds tls.crt but no tls.key"
	_reason({"data": {"a": "", "b": "", "c": ""}}) == "holds a and 2 more keys but no tls.crt"
}

test_keys_of_both_maps_count if {
	not _reason({"data": {"tls.crt": ""}, "stringData": {"tls.key": ""}})
}

test_base64_of_base64 if {
	_reason({"data": {"tls.crt": base64.encode(base64.encode(_certificate)), "tls.key": ""}}) == "encodes tls.crt in base64 twice"
	_reason({"stringData": {"tls.crt": "", "tls.key": base64.encode(_key)}}) == "encodes tls.key in base64 twice"
}

test_the_wrong_way_round if {
	_reason({"stringData": {"tls.crt": _key, "tls.key": _certificate}}) == "holds a private key under tls.crt"
	_reason({"stringData": {"tls.crt": _certificate, "tls.key": _certificate}}) == "holds a certificate under tls.key"
	not _reason({"stringData": {
		"tls.crt": concat("", [_certificate, _key]),
		"tls.key": concat("", [_certificate, _key]),
	}})
}

_reason(body) := reason if {
	secret := object.union({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "web"}}, body)
	reason := certificates.defect(fixture.document([secret]).objects[0]).reason
}

_certificate := "-----BEGIN CERTIFICATE-----\nMIIB\n"

_key := concat(" ", ["-----BEGIN", "PRIVATE", "KEY-----\nMIIE\n"])
