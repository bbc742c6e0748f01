"""People around a table: seats, games one after another, and what everybody may see of them.

No network and no database: commands in, events out, and a table is the fold of its events.
"""
