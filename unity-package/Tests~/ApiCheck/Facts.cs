using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Fairlead.ApiCheck;

/// <summary>The facts about one member of Unity.</summary>
/// <param name="Has">The versions 6000.x that have it, e.g. <c>0-7</c>.</param>
/// <param name="Warns">The versions where using it is a warning.</param>
/// <param name="Fails">The versions where using it is an error.</param>
/// <param name="In">The file of Unity's public source that declares it in the newest version that has it.</param>
/// <param name="By">How it was verified, if not by reading the public source. Such a fact is kept by hand.</param>
public sealed record Fact(
    string Has,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Warns = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Fails = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? In = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? By = null)
{
    public bool IsIn(int level) => Levels.Read(Has).Contains(level);

    public Obsolescence ObsoleteIn(int level) =>
        Levels.Read(Fails).Contains(level) ? Obsolescence.Error
        : Levels.Read(Warns).Contains(level) ? Obsolescence.Warning
        : Obsolescence.None;
}

/// <summary>The file of facts: every member of Unity that the package uses.</summary>
public sealed class Facts
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The release read for each version, e.g. 6000.3 → 6000.3.19f1.</summary>
    public SortedDictionary<string, string> Reference { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Used as any script may.</summary>
    public SortedDictionary<string, Fact> Members { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Internal members, used by reflection with a way out where they are missing. Kept by hand.</summary>
    public SortedDictionary<string, Fact> Reflected { get; init; } = new(StringComparer.Ordinal);

    public static Facts Load(string path) =>
        JsonSerializer.Deserialize<Facts>(File.ReadAllText(path), Json) ?? throw new InvalidDataException($"{path} is empty.");

    /// <summary>One fact per line, so that a change shows what changed.</summary>
    public void Save(string path)
    {
        string Section<T>(SortedDictionary<string, T> items) =>
            string.Join(",\n", items.Select(item =>
                $"\t\t{JsonSerializer.Serialize(item.Key, Json)}: {JsonSerializer.Serialize(item.Value, Json)}"));
        File.WriteAllText(
            path,
            $"{{\n\t\"reference\": {{\n{Section(Reference)}\n\t}},\n\t\"members\": {{\n{Section(Members)}\n\t}},\n\t\"reflected\": "
            + $"{{\n{Section(Reflected)}\n\t}}\n}}\n");
    }
}
