"""Configuration by environment: what is accepted, what is refused, and the secret key."""

import stat
from pathlib import Path

import pytest

from scorekeeper.config import ConfigError, load_config
from tests.book import racing


def load(folder: Path, **environ: str) -> object:
    return load_config({"SCOREKEEPER_INSTANCE": str(folder), **environ})


def test_without_any_variable_everything_is_in_the_instance_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = load_config({})
    assert config.instance == tmp_path / "instance"
    assert config.database_url == f"sqlite:///{tmp_path}/instance/scorekeeper.sqlite3"
    assert (config.public_url, config.trusted_proxies) == (None, 0)
    assert len(config.secret_key) >= 32


def test_the_instance_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    load(tmp_path / "new" / "instance")
    assert stat.S_IMODE((tmp_path / "new" / "instance").stat().st_mode) == 0o700


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    load(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_the_secret_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    again = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    assert first.secret_key == again.secret_key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_two_instances_have_two_secret_keys(tmp_path: Path) -> None:
    keys = {load_config({"SCOREKEEPER_INSTANCE": str(tmp_path / name)}).secret_key for name in "ab"}
    assert len(keys) == 2


def test_a_configured_secret_key_is_used_and_none_is_made(tmp_path: Path) -> None:
    config = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_SECRET_KEY": "sixteen letters!"})
    assert config.secret_key == "sixteen letters!"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.alone
def test_processes_that_start_at_once_agree_on_the_secret_key(tmp_path: Path) -> None:
    keys = racing.race(racing.configure_once, [(tmp_path / "instance",)] * 6)
    assert len(set(keys)) == 1
    assert len(keys[0]) >= 32
    assert [path.name for path in (tmp_path / "instance").iterdir()] == ["secret_key"]


def test_a_file_system_without_links_keeps_a_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", refuse)
    first = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path)})
    assert load_config({"SCOREKEEPER_INSTANCE": str(tmp_path)}).secret_key == first.secret_key


@pytest.mark.parametrize("content", ["short", "ä" * 3])
def test_a_file_without_a_key_in_it_is_refused_and_kept(tmp_path: Path, content: str) -> None:
    (tmp_path / "secret_key").write_text(content)
    with pytest.raises(ConfigError, match="remove that file"):
        load(tmp_path)
    assert (tmp_path / "secret_key").read_text() == content


def test_secrets_are_not_shown(tmp_path: Path) -> None:
    config = load(
        tmp_path, SCOREKEEPER_SECRET_KEY="a very secret key", DATABASE_URL="postgresql://ana:password@localhost/scores"
    )
    assert "secret key" not in repr(config)
    assert "password" not in repr(config)


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://ana:x@db/scores", "postgresql+psycopg://ana:x@db/scores"),
        ("postgresql://db:5432/scores", "postgresql+psycopg://db:5432/scores"),
        ("postgresql+psycopg://db/scores", "postgresql+psycopg://db/scores"),
        ("postgresql:///scores?host=/run/postgresql", "postgresql+psycopg:///scores?host=/run/postgresql"),
        ("sqlite:////data/a folder/scores.db", "sqlite:////data/a folder/scores.db"),
    ],
)
def test_database_addresses_are_understood(tmp_path: Path, given: str, used: str) -> None:
    assert load_config({"SCOREKEEPER_INSTANCE": str(tmp_path), "DATABASE_URL": given}).database_url == used


def test_a_relative_path_of_a_database_is_one_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path), "DATABASE_URL": "sqlite:///scores.db"})
    assert config.database_url == f"sqlite:///{tmp_path}/scores.db"


@pytest.mark.parametrize(
    "given", ["https://example.org", "http://192.168.1.2:8000/scores", "https://a.b/x/y", "http://[::1]:8000"]
)
def test_public_addresses_are_understood(tmp_path: Path, given: str) -> None:
    for slash in ("", "/"):
        config = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_PUBLIC_URL": given + slash})
        assert config.public_url == given


@pytest.mark.parametrize("given", ["0", "1", "10"])
def test_numbers_of_proxies_are_understood(tmp_path: Path, given: str) -> None:
    config = load_config({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_TRUSTED_PROXIES": given})
    assert config.trusted_proxies == int(given)


def test_an_empty_variable_is_one_that_is_not_set(tmp_path: Path) -> None:
    names = ("DATABASE_URL", "SCOREKEEPER_SECRET_KEY", "SCOREKEEPER_PUBLIC_URL", "SCOREKEEPER_TRUSTED_PROXIES")
    assert load(tmp_path, **dict.fromkeys(names, "")) == load(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("SCOREKEEPER_SECRET_KEY", value) for value in ("short", "fifteen letters")),
        *(
            ("DATABASE_URL", value)
            for value in (
                "mysql://localhost/scores",
                "scores.db",
                "sqlite://",
                "sqlite:///",
                "sqlite:///:memory:",
                "sqlite:///scores.db?mode=ro",
                "sqlite:///file:scores.db",
                "sqlite:///a\0b",
                "postgresql://db:port/scores",
                "postgresql://db:99999/scores",
                "postgresql://[db/scores",
                "postgresql://db/sco res",
            )
        ),
        *(
            ("SCOREKEEPER_PUBLIC_URL", value)
            for value in (
                "example.org",
                "ftp://example.org",
                "https://",
                "https://:8000",
                "https://example.org/?a=b",
                "https://example.org/?",
                "https://example.org/#",
                "https://ana@example.org",
                "https://example.org:port",
                "https://example.org:0",
                "https://exa mple.org",
                "https://example.org/a b",
                "https://example.org//scores",
                "https://example.org/../scores",
                "https://example.org\nX: y",
                "https://exam\tple.org",
                "https://example.org\n",
                "https://[::1",
                "javascript:alert(1)",
            )
        ),
        *(
            ("SCOREKEEPER_TRUSTED_PROXIES", value)
            for value in ("-1", "11", "1.0", "yes", " 1", "\u0661", "1e1", "9" * 5000)
        ),
        *(
            ("SCOREKEEPER_INSTANCE", value)
            for value in ("a\0b", "~nobody-of-this-name/scores", "/dev/null", "/proc/scores")
        ),
    ],
)
def test_a_malformed_variable_is_refused_in_one_sentence_that_names_it(tmp_path: Path, name: str, value: str) -> None:
    folder = tmp_path / "instance"
    with pytest.raises(ConfigError) as refused:
        load_config({"SCOREKEEPER_INSTANCE": str(folder), name: value})
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert not folder.exists()
