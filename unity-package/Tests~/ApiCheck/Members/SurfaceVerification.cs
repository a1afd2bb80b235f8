using System.Diagnostics;

namespace Fairlead.ApiCheck;

/// <summary>Commands that need Unity's public source: making the facts of its surface, and compiling the package against it.</summary>
public static class SurfaceVerification
{
    /// <summary>Reads the surface out of every version.</summary>
    /// <param name="facts">Its reflected members are looked up, too: where they are is written down, what is lost without them is
    /// kept.</param>
    /// <param name="used">Full names of types that the package uses at some level; those that it names at a level are found there.</param>
    public static Surface Read(Facts facts, EditorPackage package, string unity, string testFramework, IReadOnlySet<string> used,
        Libraries libraries, Action<string> say)
    {
        var surface = new Surface();
        var reflected = facts.Reflected.Keys.ToDictionary(key => key, _ => new List<int>());
        for (var level = 0; level < Levels.Count; level++)
        {
            var clock = Stopwatch.StartNew();
            var source = UnitySource.Read(unity, testFramework, level, libraries);
            var compilations = source.Compilations(new ProjectSetup());
            var compiled = package.Compile(source.References(compilations), new ProjectSetup());
            var types = UnityUse.Types(compiled).Union(used).ToHashSet();
            surface.Imports.UnionWith(UnityUse.Namespaces(compiled));
            var reader = SurfaceReader.Read(surface, level, compilations[^1], surface.Imports, types);
            say($"6000.{level} ({source.Version}): {types.Count} types used, {reader.Left.Count} members left out; "
                + $"{clock.Elapsed.TotalSeconds:0} s");
            foreach (var left in reader.Left) say($"  {left}");
            foreach (var (key, at) in reflected)
                if (compilations.Any(c => HiddenMembers.Has(c, key))) at.Add(level);
            // A version takes half a gigabyte.
            GC.Collect();
        }
        foreach (var (key, at) in reflected) facts.Reflected[key] = facts.Reflected[key] with { Has = Levels.Write(at) };
        return surface;
    }

    /// <summary>
    /// Compiles the package against the whole source, as each of the projects that decide. Returns how many complaints there are.
    /// </summary>
    public static int Compile(EditorPackage package, string unity, string testFramework, IEnumerable<int> levels, bool eachModule,
        Libraries libraries, Action<string> say)
    {
        var count = 0;
        foreach (var level in levels)
        {
            var source = UnitySource.Read(unity, testFramework, level, libraries);
            var needed = BuiltInModules.With(package.Declared);
            var setups = ProjectSetup.Of(package).Concat(
                eachModule ? BuiltInModules.All.Where(m => !needed.Contains(m)).Select(m => new ProjectSetup(Without: [m])) : []);
            foreach (var setup in setups.DistinctBy(s => s.ToString()))
            {
                var clock = Stopwatch.StartNew();
                var references = source.References(source.Compilations(setup));
                var complaints = EditorPackage.Complaints(package.Compile(references, setup)).ToList();
                var missed = PlantedMistakes.Missed(package, references, setup);
                count += complaints.Count + missed.Count;
                say($"{source.Version}, {setup}: {(complaints.Count == 0 ? "clean" : $"{complaints.Count} complaints")}, "
                    + $"{PlantedMistakes.Count - missed.Count} of {PlantedMistakes.Count} planted mistakes reported; "
                    + $"{clock.Elapsed.TotalSeconds:0} s");
                foreach (var complaint in complaints) say($"  {complaint}");
                foreach (var mistake in missed) say($"  not reported: {mistake}");
            }
            GC.Collect();
        }
        return count;
    }
}
