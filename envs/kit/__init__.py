"""What every site is made of: tables, sessions, routes, pages, and the control plane. No site is named here."""
