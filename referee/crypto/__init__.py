"""Keys, signatures, sealed hands and commitments. The only storey that imports `cryptography`."""

from referee.kernel.late_loading import late

late(__name__, "extras", "joint_randomness", "keys", "secret_shares")
