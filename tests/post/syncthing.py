"""Real Syncthing on loopback: two instances, each with a home of its own, that know each other and nobody else."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from tests.needed_tools import need
from tests.post.servers import free_port

CONFIG = """\
<configuration version="36">
  <folder id="game" label="game" path="{folder}" type="sendreceive" rescanIntervalS="5" fsWatcherEnabled="true"
      fsWatcherDelayS="1" ignorePerms="true">
    <filesystemType>basic</filesystemType>
    {members}
    <minDiskFree unit="%">0</minDiskFree>
    <markerName>.</markerName>
    <maxConflicts>10</maxConflicts>
  </folder>
  {devices}
  <gui enabled="false"/>
  <options>
    <listenAddress>tcp://127.0.0.1:{port}</listenAddress>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled>
    <relaysEnabled>false</relaysEnabled>
    <natEnabled>false</natEnabled>
    <urAccepted>-1</urAccepted>
    <crashReportingEnabled>false</crashReportingEnabled>
    <startBrowser>false</startBrowser>
    <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
    <reconnectionIntervalS>2</reconnectionIntervalS>
  </options>
</configuration>
"""
DEVICE = '<device id="{id}" name="{id}" compression="never"><address>tcp://127.0.0.1:{port}</address></device>'


@contextmanager
def two_instances(place: Path, folders: tuple[Path, Path]) -> Iterator[None]:
    """Let Syncthing keep two folders alike."""
    need("syncthing")
    homes = (place / "syncthing-one", place / "syncthing-two")
    ports = (free_port(), free_port())
    ids = tuple(_new_home(home) for home in homes)
    devices = "\n".join(DEVICE.format(id=name, port=port) for name, port in zip(ids, ports, strict=True))
    members = "\n".join(f'<device id="{name}"/>' for name in ids)
    for home, folder, port in zip(homes, folders, ports, strict=True):
        text = CONFIG.format(folder=folder, members=members, devices=devices, port=port)
        (home / "config.xml").write_text(text)
    running = [_start(home) for home in homes]
    try:
        yield
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


def until(done: object, what: str, seconds: float = 90) -> None:
    """Wait until something is so."""
    for _ in range(int(seconds * 5)):
        if done():  # type: ignore[operator]
            return
        time.sleep(0.2)
    raise AssertionError(f"it never came to this: {what}")


def _new_home(home: Path) -> str:
    """A home with a key of its own; the id of the device."""
    command = ["syncthing", "generate", f"--home={home}", "--no-default-folder"]
    subprocess.run(command, check=True, capture_output=True, env=_environment(home))
    device = ElementTree.parse(home / "config.xml").getroot().find("device")
    assert device is not None
    return str(device.get("id"))


def _start(home: Path) -> subprocess.Popen[bytes]:
    command = ["syncthing", "serve", f"--home={home}", "--no-browser", "--no-restart", "--no-upgrade"]
    log = (home / "log").open("wb")
    return subprocess.Popen(command, stdout=log, stderr=log, env=_environment(home))


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "STNOUPGRADE": "1"}
