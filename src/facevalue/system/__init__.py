"""What surrounds the package: files, NumPy arrays, optional packages, the installed version."""
