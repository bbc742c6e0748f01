"""The stronger bots' thinking, compiled with the kernel; importing it needs the extra `fast`."""
