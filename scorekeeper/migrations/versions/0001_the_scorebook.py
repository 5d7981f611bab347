"""The scorebook: players, matches, deals, changes, requests.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scorebook",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("timezone", sa.String(), nullable=True),
        sa.Column("home", sa.Boolean(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("home", name=op.f("ck_scorebook_home")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scorebook")),
        sa.UniqueConstraint("home", name=op.f("uq_scorebook_home")),
        sa.UniqueConstraint("key", name=op.f("uq_scorebook_key")),
    )

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 40", name=op.f("ck_player_name_length")),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebook.id"], name=op.f("fk_player_scorebook_id_scorebook"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("scorebook_id", "name_key", name=op.f("uq_player_scorebook_id_name_key")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scorebook_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_json", sa.String(), nullable=False),
        sa.Column("rules_hash", sa.String(), nullable=False),
        sa.Column("player0_id", sa.Integer(), nullable=False),
        sa.Column("player1_id", sa.Integer(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=True),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("abandoned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("first_dealer IN (0, 1)", name=op.f("ck_match_first_dealer")),
        sa.CheckConstraint("length(note) BETWEEN 1 AND 2000", name=op.f("ck_match_note_length")),
        sa.CheckConstraint("length(place) BETWEEN 1 AND 100", name=op.f("ck_match_place_length")),
        sa.CheckConstraint("length(title) BETWEEN 1 AND 100", name=op.f("ck_match_title_length")),
        sa.CheckConstraint("player0_id <> player1_id", name=op.f("ck_match_two_players")),
        sa.CheckConstraint("version >= 0", name=op.f("ck_match_version")),
        sa.CheckConstraint("status IN ('in play', 'finished', 'drawn', 'abandoned')", name=op.f("ck_match_status")),
        sa.ForeignKeyConstraint(["player0_id"], ["player.id"], name=op.f("fk_match_player0_id_player")),
        sa.ForeignKeyConstraint(["player1_id"], ["player.id"], name=op.f("fk_match_player1_id_player")),
        sa.ForeignKeyConstraint(
            ["scorebook_id"], ["scorebook.id"], name=op.f("fk_match_scorebook_id_scorebook"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("key", name=op.f("uq_match_key")),
        sa.UniqueConstraint("scorebook_id", "uid", name=op.f("uq_match_scorebook_id_uid")),
    )
    op.create_index(op.f("ix_match_player0_id"), "match", ["player0_id"], unique=False)
    op.create_index(op.f("ix_match_player1_id"), "match", ["player1_id"], unique=False)
    op.create_index(op.f("ix_match_scorebook_id_changed_at"), "match", ["scorebook_id", "changed_at"], unique=False)
    op.create_index(
        op.f("ix_match_scorebook_id_status_changed_at"), "match", ["scorebook_id", "status", "changed_at"], unique=False
    )

    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("before_json", sa.String(), nullable=False),
        sa.Column("after_json", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("seq >= 1 AND (undoes IS NULL OR undoes < seq)", name=op.f("ck_change_seq")),
        sa.CheckConstraint(
            "act IN ('do', 'undo', 'redo') AND (act = 'do') = (undoes IS NULL)", name=op.f("ck_change_act")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_change_match_id_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
        sa.UniqueConstraint("match_id", "seq", name=op.f("uq_change_match_id_seq")),
    )
    op.create_table(
        "deal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("declarer", sa.Integer(), nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("strain", sa.String(), nullable=True),
        sa.Column("doubling", sa.Integer(), nullable=True),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("level BETWEEN 0 AND 7 AND (level > 0 OR strain = 'NT')", name=op.f("ck_deal_level")),
        sa.CheckConstraint("strain IN ('C', 'D', 'H', 'S', 'NT')", name=op.f("ck_deal_strain")),
        sa.CheckConstraint(
            "(declarer IS NULL) = (level IS NULL) AND (declarer IS NULL) = (strain IS NULL)"
            " AND (declarer IS NULL) = (doubling IS NULL) AND (declarer IS NULL) = (tricks IS NULL)",
            name=op.f("ck_deal_passed_out_or_whole"),
        ),
        sa.CheckConstraint("declarer IN (0, 1)", name=op.f("ck_deal_declarer")),
        sa.CheckConstraint("doubling IN (0, 1, 2)", name=op.f("ck_deal_doubling")),
        sa.CheckConstraint("position >= 1", name=op.f("ck_deal_position")),
        sa.CheckConstraint("tricks BETWEEN 0 AND 13", name=op.f("ck_deal_tricks")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_deal_match_id_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deal")),
        sa.UniqueConstraint("match_id", "position", name=op.f("uq_deal_match_id_position")),
    )
    op.create_table(
        "request",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("result_version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_request_match_id_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_request")),
        sa.UniqueConstraint("scope", "key", name=op.f("uq_request_scope_key")),
    )
    op.create_index(op.f("ix_request_match_id"), "request", ["match_id"], unique=False)


def downgrade() -> None:
    for table in ("request", "deal", "change", "match", "player", "scorebook"):
        op.drop_table(table)
