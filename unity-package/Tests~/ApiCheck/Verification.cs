namespace Fairlead.ApiCheck;

/// <summary>Reads Unity's public source and writes down what it says of the members that the package uses.</summary>
public static class Verification
{
    private const string TestFrameworkNamespace = "UnityEditor.TestTools.TestRunner";
    private const string TestFrameworkKey = "com.unity.test-framework";

    /// <summary>
    /// Makes the facts anew, but for those kept by hand. Returns the members that no version of the source has:
    /// either the engine's signature is wrong, or the source does not show it.
    /// </summary>
    public static IReadOnlyList<string> Run(Facts facts, IEnumerable<ApiMember> members, string unity, string? testFramework,
        Action<string> say)
    {
        var wanted = members.DistinctBy(m => m.Key).Where(m => facts.Members.GetValueOrDefault(m.Key)?.By == null).ToList();
        var found = wanted.ToDictionary(m => m.Key, _ => new List<(int Level, string File, Obsolescence Obsolete)>());
        var isTest = (ApiMember m) => m.Type.StartsWith(TestFrameworkNamespace, StringComparison.Ordinal);
        var names = NamesOf(wanted);
        for (var level = 0; level < Levels.Count; level++)
        {
            var source = ReferenceSource.Read(unity, $"6000.{level}", names);
            facts.Reference[$"6000.{level}"] = source.Version;
            foreach (var member in wanted.Where(m => !isTest(m)))
                if (source.Find(member) is { } at) found[member.Key].Add((level, at.File, at.Obsolete));
            say($"6000.{level} ({source.Version}): {wanted.Count(m => found[m.Key].Any(f => f.Level == level))} members");
        }
        if (testFramework != null)
        {
            var source = ReferenceSource.Read(testFramework, "HEAD", names);
            facts.Reference[TestFrameworkKey] = source.Version;
            foreach (var member in wanted.Where(isTest))
                if (source.Find(member) is { } at)
                    for (var level = 0; level < Levels.Count; level++) found[member.Key].Add((level, at.File, at.Obsolete));
        }
        foreach (var key in facts.Members.Where(f => f.Value.By == null).Select(f => f.Key).ToList()) facts.Members.Remove(key);
        foreach (var (key, places) in found)
            if (places.Count > 0) facts.Members[key] = FactOf(places);
        return [.. found.Where(f => f.Value.Count == 0).Select(f => f.Key).Order(StringComparer.Ordinal)];
    }

    /// <summary>Their types, and the types those are nested in.</summary>
    internal static IReadOnlyList<string> NamesOf(IEnumerable<ApiMember> members) =>
        [.. members.SelectMany(m => m.Type.Split('.')).Where(part => part.Length > 0 && char.IsUpper(part[0])).Distinct()
            .Except(["UnityEngine", "UnityEditor", "SceneManagement", "Rendering", "UIElements", "Compilation", "PackageManager",
                "Requests", "TestTools", "TestRunner", "Api"])];

    private static Fact FactOf(List<(int Level, string File, Obsolescence Obsolete)> places)
    {
        string? Where(Obsolescence obsolete) =>
            Levels.Write(places.Where(p => p.Obsolete == obsolete).Select(p => p.Level)) is { Length: > 0 } levels ? levels : null;
        return new Fact(
            Levels.Write(places.Select(p => p.Level)), Where(Obsolescence.Warning), Where(Obsolescence.Error), places[^1].File);
    }
}
