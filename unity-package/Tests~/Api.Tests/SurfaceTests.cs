using Fairlead.ApiCheck;
using Microsoft.CodeAnalysis;

namespace Fairlead.Api.Tests;

/// <summary>
/// The fake engine has only what we thought of. Here the package is compiled against what Unity itself shows at each
/// level: the names of all types that it imports, and every member of those that it uses.
/// </summary>
public class SurfaceTests(SurfaceFacts facts) : IClassFixture<SurfaceFacts>
{
    /// <summary>Errors of declarations without bodies that are never emitted: a package's own compilation would not notice them.</summary>
    private static readonly string[] OfMissingBodies =
        ["CS0501", "CS0534", "CS0535", "CS0738", "CS0310", "CS0523", "CS0115", "CS1729", "CS7036", "CS0122"];

    public static TheoryData<int> EveryLevel => [.. Enumerable.Range(0, Levels.Count)];

    public static TheoryData<int> TestedLevels => [0, 3, 5, 7];

    [Theory]
    [MemberData(nameof(EveryLevel))]
    public void The_package_compiles_against_what_Unity_shows_there(int level) =>
        Nothing(EditorPackage.Complaints(facts.Compile(level, new ProjectSetup())));

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public void It_compiles_in_projects_that_lack_what_they_may_lack(int level)
    {
        var setups = ProjectSetup.Of(facts.Package);
        Assert.Contains(setups, setup => setup.Missing.Contains("Physics"));
        // The core refers to nothing of Unity: only the last assembly differs.
        var complaints = setups.SelectMany(setup =>
            EditorPackage.Complaints([facts.Compile(level, setup)[^1]]).Select(complaint => $"{setup}: {complaint}"));
        Nothing(complaints);
    }

    [Fact]
    public void A_project_without_a_module_has_none_of_its_types()
    {
        const string Use = "internal static class Planted { internal static UnityEngine.Vector3 Gravity => UnityEngine.Physics.gravity; }";
        Assert.Empty(EditorPackage.InPlanted(facts.Compile(3, new ProjectSetup(), Use)));
        Assert.Contains(EditorPackage.InPlanted(facts.Compile(3, new ProjectSetup(Without: ["Physics"]), Use)), said =>
            said.Id == "CS0234");
    }

    [Theory]
    [MemberData(nameof(TestedLevels))]
    public void Every_planted_mistake_is_reported(int level) =>
        Nothing(PlantedMistakes.Missed(facts.Package, facts.At(level, new ProjectSetup()), new ProjectSetup()));

    [Theory]
    [MemberData(nameof(TestedLevels))]
    public void A_name_that_Unity_has_too_is_ambiguous(int level)
    {
        var types = KnownTypes.All.Where(type => facts.Surface.Imports.Contains(type.Namespace)).ToList();
        var lines = types.Select((type, i) =>
            $"namespace Own{i} {{ internal class {type.Name} {{ }} }} namespace Use{i} {{ using {type.Namespace}; using Own{i}; internal "
                + $"class C {{ internal {type.Name} f; }} }}");
        var said = EditorPackage.InPlanted(facts.Compile(level, new ProjectSetup(), string.Join('\n', lines)));
        var ambiguous = said.Where(s => s.Id == "CS0104").Select(s => s.Line).ToHashSet();
        Nothing(types.Where((_, i) => !ambiguous.Contains(i)).Select(type => $"{type.Kind} {type.Namespace}.{type.Name}"));
    }

    [Fact]
    public void Every_imported_namespace_is_known_whole_and_has_been_tried()
    {
        var imports = UnityUse.Namespaces(facts.Compile(3, new ProjectSetup())).Order(StringComparer.Ordinal).ToList();
        Assert.NotEmpty(imports);
        // Otherwise: dotnet run -- verify (unity-package/README.md), and types of it in KnownTypes.
        Assert.All(imports, name => Assert.Contains(name, facts.Surface.Imports));
        Assert.All(imports, name => Assert.Contains(KnownTypes.All, type => type.Namespace == name));
    }

    [Theory]
    [MemberData(nameof(EveryLevel))]
    public void Every_signature_names_types_that_are_known(int level)
    {
        var said = facts.Compilations(level).SelectMany(c => c.GetDiagnostics())
            .Where(d => d.Severity == DiagnosticSeverity.Error && !OfMissingBodies.Contains(d.Id));
        Nothing(said);
    }

    [Fact]
    public void Facts_survive_being_written()
    {
        var folder = Directory.CreateTempSubdirectory().FullName;
        try
        {
            facts.Surface.Save(folder);
            var original = Path.Combine(CompiledLevels.Tests, "ApiCheck", "surface");
            Assert.All(Directory.GetFiles(original), file =>
                Assert.Equal(File.ReadAllText(file), File.ReadAllText(Path.Combine(folder, Path.GetFileName(file)))));
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    /// <summary>Fails with all of what was said.</summary>
    private static void Nothing(IEnumerable<object> said)
    {
        var text = string.Join('\n', said);
        Assert.True(text.Length == 0, text);
    }
}
