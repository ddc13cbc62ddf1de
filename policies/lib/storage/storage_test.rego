package kubegap.lib.storage_test

import data.kubegap.lib.fixture
import data.kubegap.lib.storage

test_block_storage_is_attached if {
	every class in [
		"gp2", "gp3", "ebs-sc", "standard-rwo", "premium-rwo", "managed-csi", "longhorn", "ceph-block",
		"rook-ceph-rbd", "csi-cinder-high-speed", "do-block-storage", "hcloud-volumes", "thin-csi",
	] {
		_attached({"storageClassName": class})
		not _unattached({"storageClassName": class})
	}
}

test_files_and_local_volumes_are_not if {
	every class in [
		"local-path", "hostpath", "openebs-hostpath", "nfs-client", "smb", "cephfs", "efs-sc", "azurefile-csi",
		"filestore-rwx", "juicefs-sc", "topolvm-provisioner",
	] {
		_unattached({"storageClassName": class})
		not _attached({"storageClassName": class})
	}
}

test_what_nothing_tells_is_neither if {
	every spec in [{}, {"storageClassName": ""}, {"storageClassName": "fast"}, {"storageClassName": 3}] {
		not _attached(spec)
		not _unattached(spec)
	}
}

_attached(spec) if {
	document := _document(spec)
	storage.attached(document.objects[0]) with input as document
}

_unattached(spec) if {
	document := _document(spec)
	storage.unattached(document.objects[0]) with input as document
}

_document(spec) := fixture.document([{
	"apiVersion": "v1",
	"kind": "PersistentVolumeClaim",
	"metadata": {"name": "data"},
	"spec": spec,
}])
