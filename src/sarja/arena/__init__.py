"""Bots against bots: matches on paired deals, tournaments, sequential tests, ratings."""
