"""Three OpenSearch nodes on this machine, for the tests: assembled once, started and stopped.

They listen on 127.0.0.1 alone and run as a user that is not root. With --tls they speak HTTPS and
ask for a password or a client certificate; `environment` prints what a client needs then.
"""

import argparse
import contextlib
import json
import os
import pwd
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
import zipfile
from base64 import b64encode
from pathlib import Path

VERSION = "2.19.4"
HOME = Path(os.environ.get("PRIVASCOPE_CLUSTER") or "/var/tmp/privascope-cluster")  # noqa: S108
NODES = (0, 1, 2)
FIRST_PORT = 9200
# What is there when everything is whole; changed whenever this file puts it together otherwise.
_ASSEMBLED = "assembled-1"
_MAVEN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
# Small, and quick to start: half of what the distribution sets is for large machines.
_JVM = """
-Xms512m
-Xmx512m
-Xss1m
-XX:+UseSerialGC
-Dio.netty.noUnsafe=true
-Dio.netty.noKeySetOptimization=true
-Dio.netty.allocator.numDirectArenas=0
-Djava.locale.providers=SPI,COMPAT
-Dlog4j2.disable.jmx=true
18-:-Djava.security.manager=allow
20-:-Dlucene.store.MMapDirectory.enableMemorySegments=false
"""
_USER = "privascope"
_SECONDS_TO_START = 300
_SECONDS_TO_STOP = 30


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("check", "environment", "start", "stop", "wipe"))
    parser.add_argument("nodes", nargs="*", type=int, help="0, 1, 2; all unless given")
    parser.add_argument("--tls", action="store_true", help="HTTPS, passwords and certificates")
    arguments = parser.parse_args()
    nodes = tuple(arguments.nodes) or NODES
    match arguments.what:
        case "check":
            check_tools()
        case "environment":
            print(environment())  # noqa: T201
        case "start":
            assemble()
            for number in nodes:
                start(number, tls=arguments.tls)
            wait(arguments.tls, len(nodes))
        case "stop":
            stop(nodes)
        case "wipe":
            stop(NODES)
            shutil.rmtree(HOME / "nodes", ignore_errors=True)


def check_tools() -> None:
    """Ends with what to install if it is missing."""
    missing = [
        f"{what} ({package})"
        for what, command, package in (
            ("Java 17", "java", "openjdk-17-jre-headless"),
            ("Maven", "mvn", "maven"),
            ("OpenSSL", "openssl", "openssl"),
        )
        if shutil.which(command) is None
    ]
    if missing:
        sys.exit(
            f"The tests on a real cluster need {', '.join(missing)}. "
            "On Debian: apt-get install openjdk-17-jre-headless maven openssl"
        )


def assemble() -> None:
    """Puts the plain and the secured distribution into HOME, once."""
    if (HOME / _ASSEMBLED).exists():
        return
    check_tools()
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    HOME.chmod(0o755)
    print(f"Fetching OpenSearch {VERSION} into {HOME}", file=sys.stderr, flush=True)  # noqa: T201
    plain = _fetched(f"org.opensearch.distribution.integ-test-zip:opensearch:{VERSION}:zip")
    security = _fetched(f"org.opensearch.plugin:opensearch-security:{VERSION}.0:zip")
    _unpack(plain, HOME / "plain")
    _unpack(plain, HOME / "tls")
    plugin = ["bin/opensearch-plugin", "install", "--batch", security.as_uri()]
    _run(plugin, HOME / "tls", _java())
    _certificates(HOME / "certificates")
    _secure(HOME / "tls")
    plain.unlink()
    security.unlink()
    _give_away(HOME)
    (HOME / _ASSEMBLED).touch()


def _fetched(artifact: str) -> Path:
    folder = HOME / "fetched"
    _run(["mvn", "-q", "-B", _MAVEN, f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"], HOME)
    _, name, version, kind = artifact.split(":")
    return folder / f"{name}-{version}.{kind}"


def _unpack(archive: Path, folder: Path) -> None:
    """The one folder that the archive holds, under another name; programs stay programs."""
    with zipfile.ZipFile(archive) as file:
        top = file.namelist()[0].split("/")[0]
        file.extractall(folder.parent)
    (folder.parent / top).rename(folder)
    for program in (folder / "bin").iterdir():
        program.chmod(0o755)


def _run(command: list[str], folder: Path, more: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, env=os.environ | (more or {}), capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def _java() -> dict[str, str]:
    if os.environ.get("JAVA_HOME"):
        return {}
    found = shutil.which("java")
    return {"JAVA_HOME": str(Path(found).resolve().parent.parent)} if found else {}


def _certificates(folder: Path) -> None:
    """An authority, and what it signs for the nodes and for a client; another one nobody knows."""
    folder.mkdir()

    def openssl(*arguments: str) -> None:
        _run(["openssl", *arguments], folder)

    for authority in ("ca", "stranger"):
        openssl(
            *f"req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN={authority} "
            f"-keyout {authority}.key -out {authority}.pem".split()
        )
    for name, more in (
        ("node", "subjectAltName=IP:127.0.0.1,DNS:localhost,RID:1.2.3.4.5.5"),
        ("client", "extendedKeyUsage=clientAuth"),
    ):
        openssl(
            *f"req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {name}.raw -out {name}.csr "
            "".split()
        )
        (folder / f"{name}.ext").write_text(more)
        openssl(
            *f"x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 "
            f"-extfile {name}.ext -out {name}.pem".split()
        )
        openssl(*f"pkcs8 -topk8 -nocrypt -in {name}.raw -out {name}.key".split())


def _secure(distribution: Path) -> None:
    """Who may do what: one user, by password or by certificate."""
    password = secrets.token_hex(12)
    tools = distribution / "plugins/opensearch-security/tools"
    hashed = _run(["bash", "hash.sh", "-p", password], tools, _java()).strip().splitlines()[-1]
    meta = '_meta: {{type: "{}", config_version: 2}}\n'
    domain = (
        "      {name}: {{http_enabled: true, transport_enabled: true, order: {order}, "
        'http_authenticator: {{type: "{kind}", challenge: {challenge}, config: {{{how}}}}}, '
        'authentication_backend: {{type: "{backend}"}}}}\n'
    )
    files = {
        "config": "config:\n  dynamic:\n    http: {anonymous_auth_enabled: false}\n    authc:\n"
        + domain.format(
            name="certificate",
            order=0,
            kind="clientcert",
            challenge="false",
            how="username_attribute: cn",
            backend="noop",
        )
        + domain.format(
            name="password", order=1, kind="basic", challenge="true", how="", backend="internal"
        ),
        "internalusers": f'{_USER}:\n  hash: "{hashed}"\n  backend_roles: ["admin"]\n',
        "roles": "",
        "rolesmapping": 'all_access:\n  users: ["client"]\n  backend_roles: ["admin"]\n',
        "actiongroups": "",
        "tenants": "",
        "nodesdn": "",
        "allowlist": "config: {enabled: false, requests: {}}\n",
        "audit": "config: {enabled: false}\n",
    }
    names = {"internalusers": "internal_users", "rolesmapping": "roles_mapping"}
    names |= {"actiongroups": "action_groups", "nodesdn": "nodes_dn"}
    folder = distribution / "config/opensearch-security"
    folder.mkdir(parents=True, exist_ok=True)
    for kind, text in files.items():
        (folder / f"{names.get(kind, kind)}.yml").write_text(meta.format(kind) + text)
    certificates = HOME / "certificates"
    (HOME / "credentials.env").write_text(
        f"PRIVASCOPE_OPENSEARCH_USER={_USER}\n"
        f"PRIVASCOPE_OPENSEARCH_PASSWORD={password}\n"
        f"PRIVASCOPE_OPENSEARCH_CA={certificates / 'ca.pem'}\n"
    )


def _settings(number: int, tls: bool) -> dict[str, object]:
    folder = HOME / "nodes" / str(number)
    found: dict[str, object] = {
        "cluster.name": f"privascope-test{'-tls' if tls else ''}",
        "node.name": f"node-{number}",
        "path.data": str(folder / "data"),
        "path.logs": str(folder / "logs"),
        "network.host": "127.0.0.1",
        "http.port": FIRST_PORT + number,
        "transport.port": FIRST_PORT + 100 + number,
        "discovery.seed_hosts": [f"127.0.0.1:{FIRST_PORT + 100 + one}" for one in NODES],
        "cluster.initial_cluster_manager_nodes": [f"node-{one}" for one in NODES],
        "node.store.allow_mmap": False,
        # A test does not wait a minute for what takes a moment.
        "cluster.info.update.interval": "10s",
        "cluster.fault_detection.leader_check.retry_count": 1,
        "cluster.fault_detection.follower_check.retry_count": 1,
        "cluster.publish.timeout": "10s",
        "cluster.follower_lag.timeout": "10s",
        "action.destructive_requires_name": False,
    }
    if tls:
        layers = {
            "pemcert_filepath": "certificates/node.pem",
            "pemkey_filepath": "certificates/node.key",
            "pemtrustedcas_filepath": "certificates/ca.pem",
        }
        for layer in ("transport", "http"):
            found |= {f"plugins.security.ssl.{layer}.{key}": to for key, to in layers.items()}
        found |= {
            "plugins.security.ssl.transport.enforce_hostname_verification": False,
            "plugins.security.ssl.http.enabled": True,
            "plugins.security.ssl.http.clientauth_mode": "OPTIONAL",
            "plugins.security.allow_default_init_securityindex": True,
            "plugins.security.nodes_dn": ["CN=node"],
            "plugins.security.disabled": False,
        }
    return found


def start(number: int, *, tls: bool) -> None:
    """Starts one node, if it does not run."""
    if running(number):
        return
    distribution = HOME / ("tls" if tls else "plain")
    folder = HOME / "nodes" / str(number)
    kept = folder / "tls"
    if folder.exists() and kept.exists() != tls:
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if tls:
        kept.touch()
    config = folder / "config"
    shutil.rmtree(config, ignore_errors=True)
    shutil.copytree(distribution / "config", config)
    if tls:
        shutil.copytree(HOME / "certificates", config / "certificates")
    (config / "jvm.options").write_text(_JVM)
    # JSON is YAML.
    (config / "opensearch.yml").write_text(json.dumps(_settings(number, tls), indent=1))
    _give_away(HOME / "nodes")
    more = {
        "OPENSEARCH_PATH_CONF": str(config),
        "HOME": str(folder),
        **_java(),
    }
    environment = {"PATH": os.environ["PATH"], **more}
    if os.environ.get("JAVA_HOME"):
        environment["JAVA_HOME"] = os.environ["JAVA_HOME"]
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            [str(distribution / "bin/opensearch")],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **_as_user(),  # type: ignore[call-overload]
        )
    (folder / "pid").write_text(str(process.pid))


def running(number: int) -> int:
    """The process of a node, or 0."""
    try:
        pid = int((HOME / "nodes" / str(number) / "pid").read_text())
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return 0
    # The number may have gone to another process since.
    return pid if str(HOME).encode() in command else 0


def stop(nodes: tuple[int, ...]) -> None:
    """Ends nodes, those that were halted too."""
    ended = [pid for number in nodes if (pid := running(number))]
    for pid in ended:
        for one in (signal.SIGCONT, signal.SIGTERM):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, one)
    deadline = time.monotonic() + _SECONDS_TO_STOP
    while any(running(number) for number in nodes):
        if time.monotonic() > deadline:
            for number in nodes:
                if pid := running(number):
                    os.kill(pid, signal.SIGKILL)
        time.sleep(0.2)


def wait(tls: bool, least: int) -> None:
    """Waits until so many nodes are one cluster."""
    deadline = time.monotonic() + _SECONDS_TO_START
    while time.monotonic() < deadline:
        for number in NODES:
            if running(number) and _nodes_seen_by(number, tls) >= least:
                return
        if not any(map(running, NODES)):
            break
        time.sleep(0.3)
    logs = (HOME / "nodes" / str(number) / "output" for number in NODES)
    tails = "\n".join(log.read_text(errors="replace")[-3000:] for log in logs if log.exists())
    sys.exit(f"The cluster did not start:\n{tails}")


def _nodes_seen_by(number: int, tls: bool) -> int:
    scheme = "https" if tls else "http"
    address = f"{scheme}://127.0.0.1:{FIRST_PORT + number}/_cluster/health"
    request = urllib.request.Request(address)  # noqa: S310
    context = None
    if tls:
        context = ssl.create_default_context(cafile=str(HOME / "certificates" / "ca.pem"))
        words = b64encode(f"{_USER}:{_password()}".encode()).decode()
        request.add_header("Authorization", f"Basic {words}")
    try:
        with urllib.request.urlopen(request, timeout=2, context=context) as answer:  # noqa: S310
            return int(json.load(answer)["number_of_nodes"])
    except (OSError, ValueError, KeyError):
        return 0


def environment() -> str:
    """What a shell takes for the tests on the secured cluster."""
    addresses = ",".join(f"https://127.0.0.1:{FIRST_PORT + number}" for number in NODES)
    lines = (HOME / "credentials.env").read_text().splitlines()
    return "\n".join(f"export {one}" for one in (f"PRIVASCOPE_TEST_CLUSTER={addresses}", *lines))


def _password() -> str:
    lines = (HOME / "credentials.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)["PRIVASCOPE_OPENSEARCH_PASSWORD"]


def _as_user() -> dict[str, object]:
    """OpenSearch refuses to run as root."""
    if os.geteuid():
        return {}
    return {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}


def _give_away(folder: Path) -> None:
    if os.geteuid():
        return
    user = pwd.getpwnam("nobody")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user.pw_uid, user.pw_gid)


if __name__ == "__main__":
    main()
