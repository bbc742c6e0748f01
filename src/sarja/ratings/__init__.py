"""How strong players are, told by who won against whom: OpenSkill, for teams too."""
