namespace Fairlead.ApiCheck;

/// <summary>A set of Unity versions 6000.0 to 6000.7, written as <c>0-3, 5</c>.</summary>
public static class Levels
{
    public const int Count = 8;

    public static string Write(IEnumerable<int> levels)
    {
        var parts = new List<string>();
        int? from = null, last = null;
        foreach (var level in levels.Order().Append(int.MaxValue))
        {
            if (from != null && level != last + 1)
            {
                parts.Add(from == last ? $"{from}" : $"{from}-{last}");
                from = null;
            }
            from ??= level;
            last = level;
        }
        return string.Join(", ", parts);
    }

    public static IReadOnlySet<int> Read(string? text)
    {
        var levels = new HashSet<int>();
        foreach (var part in (text ?? "").Split(", ", StringSplitOptions.RemoveEmptyEntries))
        {
            var ends = part.Split('-').Select(int.Parse).ToArray();
            for (var level = ends[0]; level <= ends[^1]; level++) levels.Add(level);
        }
        return levels;
    }
}
