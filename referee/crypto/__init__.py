"""Keys, signatures, sealed hands and commitments. The only layer that imports `cryptography`."""

from referee.kernel.late_loading import late

late(__name__, "extras", "joint_randomness", "secret_shares")
