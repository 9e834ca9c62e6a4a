"""What model trainers plug in: one file per framework, none of which is loaded until it is used."""
