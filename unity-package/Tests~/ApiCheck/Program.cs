using Fairlead.ApiCheck;

const string Help = """
    The members of Unity that the package uses, against what each Unity version has.

      check <facts.json> <level>=<folder>...            fails where they disagree
      verify <facts.json> <git directory of UnityCsReference> <git directory of com.unity.test-framework> <level>=<folder>...
                                                       reads the sources and writes the facts
      document <facts.json> <page.md>                   writes the page
      engine <git directory of UnityCsReference> <level>=<folder>
                                                       tells which members of the fake engine Unity does not have

    A folder holds Fairlead.Editor.dll and the engine's assemblies, built with -p:UnityMinor=<level>.
    """;

IReadOnlyList<PackageBuild> Builds(IEnumerable<string> arguments) =>
    [.. arguments.Select(a => a.Split('=', 2)).Select(a => new PackageBuild(int.Parse(a[0]), a[1]))];

switch (args)
{
    case ["check", var path, .. var builds]:
        var problems = Builds(builds).SelectMany(b => b.Problems(Facts.Load(path))).ToList();
        foreach (var problem in problems) Console.WriteLine(problem);
        return problems.Count > 0 ? 1 : 0;
    case ["verify", var path, var unity, var testFramework, .. var builds]:
        var facts = File.Exists(path) ? Facts.Load(path) : new Facts();
        var missing = Verification.Run(facts, Builds(builds).SelectMany(b => b.Used), unity, testFramework, Console.WriteLine);
        facts.Save(path);
        Console.WriteLine($"{facts.Members.Count} facts; {missing.Count} members that the source does not have:");
        foreach (var key in missing) Console.WriteLine($"  {key}");
        return missing.Count > 0 ? 1 : 0;
    case ["document", var path, var page]:
        File.WriteAllText(page, Document.Write(Facts.Load(path)));
        return 0;
    case ["engine", var unity, var level]:
        var build = Builds([level]).Single();
        var source = ReferenceSource.Read(unity, $"6000.{build.Level}");
        var wrong = build.Engine.Values
            .Where(m => m.Member.Type.StartsWith("Unity", StringComparison.Ordinal) && source.Find(m.Member)?.Obsolete != m.Obsolete)
            .ToList();
        foreach (var member in wrong)
            Console.WriteLine($"{member.Member.Key}: {source.Find(member.Member)?.Obsolete.ToString() ?? "absent"} in {source.Version}, {member.Obsolete} here");
        Console.WriteLine($"{wrong.Count} of {build.Engine.Count} members of the engine are not as in Unity {source.Version}");
        return wrong.Count > 0 ? 1 : 0;
    default:
        Console.WriteLine(Help);
        return args is ["help"] or [] ? 0 : 2;
}
