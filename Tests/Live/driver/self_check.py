COUNT=0
def failures(): return []
