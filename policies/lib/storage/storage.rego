# METADATA
# description: |
#   What is behind a PersistentVolumeClaim, told by the names of storage classes,
#   provisioners and drivers that are widely used.
package kubegap.lib.storage

import data.kubegap.lib.environment
import data.kubegap.lib.objects

# METADATA
# description: |
#   Whether the storage behind a claim is not attached to a node, or keeps its pods
#   on one: file systems of the network, local volumes and directories of the host.
unattached(claim) if {
	some name in _storage(claim)
	regex.match(`local|host-?path|nfs|smb|cifs|cephfs|efs|azure-?file|file\.csi|filestore|juicefs|glusterfs|rwx|topolvm|lvm|zfs|no-provisioner`, lower(name))
}

unattached(claim) if {
	volume := _volume(claim)
	some source in ["azureFile", "cephfs", "hostPath", "local", "nfs"]
	volume.body.spec[source]
}

unattached(claim) if _volume(claim).body.spec.nodeAffinity.required

# METADATA
# description: |
#   Whether the storage behind a claim is known to be a device that is attached to
#   one node at a time.
attached(claim) if {
	some name in _storage(claim)
	regex.match(_block_storage, lower(name))
}

# Every large cloud makes a block device by default.
attached(claim) if {
	count(_storage(claim)) == 0
	not claim.body.spec.volumeName
	count(environment.cloud(claim)) > 0
	not environment.on_premises(claim)
}

_block_storage := concat("|", [
	`\bebs\b`,
	`^(gp[23]|io[12]|st1|sc1|thin|thin-csi|longhorn)$`,
	`^(standard|premium)-rwo$`,
	`gce-?pd|pd\.csi\.storage\.gke\.io`,
	`managed-(csi|premium)|azure-?disk|disk\.csi\.azure\.com`,
	`rbd|ceph-block`,
	`cinder|vsphere|longhorn\.io`,
	`do-block-storage|dobs\.csi|hcloud|hetzner|linode|block-?volume|bs\.csi`,
])

# The names that tell of the storage behind a claim.
_storage(claim) := ({name |
	name := claim.body.spec.storageClassName
	is_string(name)
	name != ""
} | {name |
	some class in objects.linked(claim, "class")
	name := class.body.provisioner
	is_string(name)
}) | {name |
	name := _volume(claim).body.spec.csi.driver
	is_string(name)
}

_volume(claim) := [volume |
	some volume in objects.in_scope(claim, "PersistentVolume")
	volume.name == claim.body.spec.volumeName
][0]
