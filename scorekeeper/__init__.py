"""Scorekeeper: keeps score of Bridgette and Draw Bridge, the bridge games for two."""
