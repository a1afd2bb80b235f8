namespace Fairlead.ApiCheck;

/// <summary>The optional modules and packages of a user's project.</summary>
/// <param name="Without">Built-in modules that are disabled.</param>
/// <param name="NetFramework">Against .NET Framework instead of .NET Standard: Unity's editor has what both have, and more.</param>
public sealed record ProjectSetup(bool TestFramework = true, string[]? Without = null, bool NetFramework = false)
{
    public IReadOnlyCollection<string> Missing => Without ?? [];

    /// <summary>
    /// The projects that decide: with everything; with either .NET; each module that a version define stands for alone
    /// missing; and, of all that the package does not declare, nothing at all or one of those modules.
    /// </summary>
    public static IReadOnlyList<ProjectSetup> Of(EditorPackage package)
    {
        var needed = BuiltInModules.With(package.Declared);
        var disabled = BuiltInModules.All.Where(m => !needed.Contains(m)).ToArray();
        return
        [
            new ProjectSetup(),
            new ProjectSetup(NetFramework: true),
            new ProjectSetup(TestFramework: false),
            .. package.Optional.Select(module => new ProjectSetup(Without: [module])),
            new ProjectSetup(TestFramework: false, Without: disabled),
            .. package.Optional.Select(module => new ProjectSetup(TestFramework: false, Without: [.. disabled.Where(m => m != module)])),
        ];
    }

    public override string ToString() => string.Join(", ",
        NetFramework ? ".NET Framework 4.7.2" : ".NET Standard 2.1",
        TestFramework ? "test framework" : "no test framework",
        Missing.Count switch
        {
            0 => "all modules",
            <= 2 => $"without {string.Join(" and ", Missing)}",
            _ => $"only {string.Join(", ", BuiltInModules.All.Except(Missing))}",
        });
}
