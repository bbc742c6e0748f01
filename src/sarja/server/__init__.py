"""Tables on the network: what is stored, who is connected, and who may see what."""
