using Fairlead.ApiCheck;

const string Help = """
    The members of Unity that the package uses, against what each Unity version has. Run in Tests~/ApiCheck.

      check [<level>…]        compiles the package at every level; fails where it warns, or uses what Unity does not have
      verify <unity> <tests>  reads Unity's public source (a git directory of UnityCsReference, and one of
                              com.unity.test-framework), writes facts.json and surface/
      source <unity> <tests> [each] [<level>…]
                              compiles the package against the whole of that source, as projects with and without what
                              it can do without; each: also without each built-in module
      document                writes docs/unity-api.md, a page for people, from facts.json (not in git)
      engine <unity> <level>  tells which members of the fake engine Unity does not have like that
    """;
const string FactsFile = "facts.json";
const string SurfaceFolder = "surface";
const string Page = "../../../docs/unity-api.md";

int[] levels = [0, 3, 5, 7];
var libraries = new Lazy<Libraries>(Libraries.OfThisMachine);
var package = new Lazy<EditorPackage>(() => new EditorPackage("../..", libraries.Value));
var compiler = new Lazy<PackageCompiler>(() => new PackageCompiler("..", libraries.Value));

PackageBuild Build(int level)
{
    var compiled = compiler.Value.Compile(level, true);
    foreach (var complaint in compiled.Complaints) Console.WriteLine($"6000.{level}: {complaint}");
    if (compiled.Complaints.Count > 0)
        throw new InvalidOperationException($"The package does not compile without warnings at 6000.{level}.");
    return new PackageBuild(level, compiled);
}

switch (args)
{
    case ["check", .. var chosen]:
        var known = Facts.Load(FactsFile);
        var problems = (chosen.Length > 0 ? chosen.Select(int.Parse) : levels).SelectMany(level => Build(level).Problems(known)).ToList();
        var facing = Surface.Load(SurfaceFolder);
        foreach (var level in chosen.Length > 0 ? chosen.Select(int.Parse) : Enumerable.Range(0, Levels.Count))
            foreach (var complaint in EditorPackage.Complaints(
                package.Value.Compile(SurfaceSource.At(facing, level, new ProjectSetup(), libraries.Value), new ProjectSetup())))
                problems.Add($"6000.{level}: {complaint}");
        foreach (var problem in problems) Console.WriteLine(problem);
        return problems.Count > 0 ? 1 : 0;
    case ["verify", var unity, var testFramework]:
        var facts = File.Exists(FactsFile) ? Facts.Load(FactsFile) : new Facts();
        var used = levels.SelectMany(level => Build(level).Used).ToList();
        var missing = Verification.Run(facts, used, unity, testFramework, Console.WriteLine);
        SurfaceVerification.Read(facts, package.Value, unity, testFramework, used.Select(m => m.Type).ToHashSet(), libraries.Value,
            Console.WriteLine).Save(SurfaceFolder);
        facts.Save(FactsFile);
        Console.WriteLine($"{facts.Members.Count} facts; {missing.Count} members that the source does not have:");
        foreach (var key in missing) Console.WriteLine($"  {key}");
        return missing.Count > 0 ? 1 : 0;
    case ["source", var unity, var testFramework, .. var rest]:
        var asked = rest.Where(r => r != "each").Select(int.Parse).ToList();
        return SurfaceVerification.Compile(
            package.Value, unity, testFramework, asked.Count > 0 ? asked : Enumerable.Range(0, Levels.Count), rest.Contains("each"),
            libraries.Value, Console.WriteLine) > 0 ? 1 : 0;
    case ["document"]:
        File.WriteAllText(Page, Document.Write(Facts.Load(FactsFile)));
        return 0;
    case ["engine", var unity, var level]:
        var build = Build(int.Parse(level));
        var source = ReferenceSource.Read(unity, $"6000.{level}", Verification.NamesOf(build.Engine.Values.Select(m => m.Member)));
        var wrong = build.Engine.Values
            .Where(m => m.Member.Type.StartsWith("Unity", StringComparison.Ordinal) && source.Find(m.Member)?.Obsolete != m.Obsolete)
            .ToList();
        foreach (var member in wrong)
            Console.WriteLine($"{member.Member.Key}: {source.Find(member.Member)?.Obsolete.ToString() ?? "absent"} in {source.Version}, "
                + $"{member.Obsolete} here");
        Console.WriteLine($"{wrong.Count} of {build.Engine.Count} members of the engine are not as in Unity {source.Version}");
        return wrong.Count > 0 ? 1 : 0;
    default:
        Console.WriteLine(Help);
        return args is ["help"] or [] ? 0 : 2;
}
