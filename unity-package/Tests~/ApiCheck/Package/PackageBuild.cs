namespace Fairlead.ApiCheck;

/// <summary>The package and the engine, compiled at one level.</summary>
public sealed class PackageBuild
{
    /// <param name="level">The x of 6000.x.</param>
    public PackageBuild(int level, CompiledPackage compiled)
    {
        Level = level;
        Engine = CompiledApi.Declared(compiled.Engine);
        Used = CompiledApi.Used(compiled.Editor, Engine);
        Strings = CompiledApi.Strings(compiled.Editor);
    }

    public int Level { get; }

    /// <summary>The engine's declarations at this level, by key.</summary>
    public IReadOnlyDictionary<string, EngineMember> Engine { get; }

    /// <summary>The package's uses at this level.</summary>
    public IReadOnlyList<ApiMember> Used { get; }

    /// <summary>Its string literals.</summary>
    public IReadOnlySet<string> Strings { get; }

    /// <summary>The problems of the package or the engine at this level, one sentence each.</summary>
    public IReadOnlyList<string> Problems(Facts facts)
    {
        var problems = new List<string>();
        foreach (var member in Used)
        {
            if (!facts.Members.TryGetValue(member.Key, out var fact))
            {
                problems.Add($"6000.{Level}: the package uses {member.Key}, of which there is no fact: run `verify`, or mend the engine's "
                    + $"signature.");
                continue;
            }
            if (!fact.IsIn(Level)) problems.Add($"6000.{Level} has no {member.Key} (only 6000.{fact.Has}), and the package uses it there.");
            var obsolete = fact.ObsoleteIn(Level);
            // An enum is referred to as a whole: of its values the compiler refused those that the engine, too, calls errors.
            if (obsolete == Obsolescence.Error && member.Kind != MemberKind.EnumValue)
                problems.Add($"6000.{Level}: {member.Key} is an error there, and the package uses it.");
            if (Engine.TryGetValue(member.Key, out var declared) && declared.Obsolete != obsolete)
                problems.Add($"6000.{Level}: Unity says {obsolete} of {member.Key}, the engine {declared.Obsolete}.");
        }
        // A use that is compiled away at this level must not hide an engine that knows too much there.
        foreach (var (key, fact) in facts.Members)
            if (!fact.IsIn(Level) && Engine.ContainsKey(key))
                problems.Add($"6000.{Level} has no {key}, but the engine declares it there.");
        return problems;
    }
}
