SERVICE="kinto"
MISSING="x"
def found(o): return False
