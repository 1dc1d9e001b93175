"""Labels, and what needs several policies: comparisons, norms, insights, outliers."""
