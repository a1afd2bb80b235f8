// The engine is static, as Unity's is: one test at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
