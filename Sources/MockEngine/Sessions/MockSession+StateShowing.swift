extension MockSession: StateShowing {}
