"""The tables of a library. docs/decisions/data-model.md says why they are as they are."""

SCHEMA_VERSION = 1

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- One service's notice. A near-duplicate of another service's is kept and linked to it.
CREATE TABLE policy (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    url TEXT NOT NULL,
    domain TEXT NOT NULL,
    added_at TEXT NOT NULL,
    current_version TEXT,
    duplicate_of TEXT REFERENCES policy(id),
    duplicate_similarity REAL
) WITHOUT ROWID;
CREATE INDEX policy_domain ON policy(domain);
CREATE INDEX policy_duplicate ON policy(duplicate_of) WHERE duplicate_of IS NOT NULL;

-- Where a policy was found; several addresses may lead to one policy.
CREATE TABLE address (
    url TEXT PRIMARY KEY,
    policy_id TEXT NOT NULL REFERENCES policy(id),
    etag TEXT NOT NULL DEFAULT '',
    last_modified TEXT NOT NULL DEFAULT '',
    verification TEXT NOT NULL DEFAULT 'unchecked',
    verification_reason TEXT NOT NULL DEFAULT '',
    checked_at TEXT
) WITHOUT ROWID;
CREATE INDEX address_policy ON address(policy_id);

-- The fetched bytes, compressed, by their own hash.
CREATE TABLE content (hash BLOB PRIMARY KEY, packed BLOB NOT NULL);

CREATE TABLE version (
    id TEXT PRIMARY KEY,
    policy_id TEXT NOT NULL REFERENCES policy(id),
    content_hash BLOB NOT NULL REFERENCES content(hash),
    content_type TEXT NOT NULL,
    url TEXT NOT NULL,
    probability REAL NOT NULL,
    detector TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX version_policy ON version(policy_id);
CREATE INDEX version_content ON version(content_hash);

-- What a named method made of the bytes; can be made again from them.
CREATE TABLE derived (
    version_id TEXT PRIMARY KEY REFERENCES version(id),
    method TEXT NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    stated_date TEXT,
    words INTEGER NOT NULL,
    text_hash BLOB NOT NULL,
    text BLOB NOT NULL,
    page_text BLOB NOT NULL,
    structure BLOB NOT NULL
);
CREATE INDEX derived_text ON derived(text_hash);

-- What is true of a version, by a named method; a trait that is not there is not computed yet.
CREATE TABLE trait (
    version_id TEXT NOT NULL REFERENCES version(id),
    name TEXT NOT NULL,
    method TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (version_id, name)
) WITHOUT ROWID;

-- When a version was seen, and how it came: the history of a policy.
CREATE TABLE observation (
    policy_id TEXT NOT NULL REFERENCES policy(id),
    fetched_at TEXT NOT NULL,
    version_id TEXT NOT NULL REFERENCES version(id),
    source TEXT NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (policy_id, fetched_at, version_id)
) WITHOUT ROWID;
CREATE INDEX observation_version ON observation(version_id);

-- Signatures of current texts, and their bands, for near-duplicates over all runs.
CREATE TABLE signature (
    policy_id TEXT PRIMARY KEY REFERENCES policy(id),
    method TEXT NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE band (
    value INTEGER NOT NULL,
    policy_id TEXT NOT NULL REFERENCES policy(id),
    PRIMARY KEY (value, policy_id)
) WITHOUT ROWID;
CREATE INDEX band_policy ON band(policy_id);

-- Every run of `add` and what became of each item: the funnel.
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    started_at TEXT NOT NULL,
    finished_at TEXT
);
CREATE TABLE item (
    run_id INTEGER NOT NULL REFERENCES run(id),
    key TEXT NOT NULL,
    what TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    language TEXT NOT NULL,
    probability REAL,
    policy_id TEXT,
    PRIMARY KEY (run_id, key)
) WITHOUT ROWID;

-- What is known of the organisation behind a domain.
CREATE TABLE company (
    domain TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    industry TEXT NOT NULL,
    founded INTEGER,
    size TEXT NOT NULL,
    country TEXT NOT NULL,
    employees INTEGER
) WITHOUT ROWID;

-- How much the web leads to a domain.
CREATE TABLE popularity (
    domain TEXT PRIMARY KEY,
    pagerank REAL NOT NULL,
    source TEXT NOT NULL
) WITHOUT ROWID;

-- The log that lets an index catch up: versions to index again, or to drop.
CREATE TABLE change (number INTEGER PRIMARY KEY AUTOINCREMENT, version_id TEXT NOT NULL);
"""
