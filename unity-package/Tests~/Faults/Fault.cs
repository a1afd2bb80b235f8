using System.Globalization;
using System.Text.RegularExpressions;

namespace Fairlead.Faults;

/// <summary>Faults of a real editor, desk and network.</summary>
public enum FaultKind
{
    /// <summary>The call takes this much longer.</summary>
    Slow,

    /// <summary>A dialog opens before the call and blocks the main thread.</summary>
    Modal,

    /// <summary>The connection breaks before the call runs.</summary>
    DropBefore,

    /// <summary>The connection breaks after it ran, before its answer.</summary>
    DropAfter,

    /// <summary>The answer is never sent.</summary>
    LoseReply,

    /// <summary>The answer is sent twice.</summary>
    DuplicateReply,

    /// <summary>The next domain reload never ends.</summary>
    StayAway,

    /// <summary>The process dies before the call runs.</summary>
    CrashBefore,

    /// <summary>The process dies after it ran.</summary>
    CrashAfter,
}

/// <summary>
/// One fault; the same text form as <c>fairlead simulate --fault</c> (simulator/src/misbehave.ts).
/// </summary>
/// <param name="Ms">Of slow and modal; null: without end.</param>
/// <param name="Method">Only calls of this tool.</param>
/// <param name="Every">Every n-th matching call; null: the next one only.</param>
public sealed partial record Fault(FaultKind Kind, int? Ms, string? Method, int? Every)
{
    /// <summary>The form of a fault, for help texts.</summary>
    public const string Syntax = "<kind>[=ms][@tool][/every]";

    private static readonly IReadOnlyDictionary<string, FaultKind> Names =
        Enum.GetValues<FaultKind>().ToDictionary(kind => Hyphenated(kind.ToString()));

    /// <summary>Reads e.g. <c>slow=200@unity_query/1</c>.</summary>
    /// <exception cref="FormatException">With a sentence for the user.</exception>
    public static Fault Parse(string text)
    {
        var match = Pattern().Match(text.Trim());
        if (!match.Success || !Names.TryGetValue(match.Groups[1].Value, out var kind))
            throw new FormatException(
                $"\"{text}\" is not a fault. Write {Syntax}, where kind is one of: {string.Join(", ", Names.Keys)}. "
                + "Example: slow=200@unity_query/1.");
        var ms = Number(match.Groups[2]);
        if (ms != null && kind is not (FaultKind.Slow or FaultKind.Modal))
            throw new FormatException($"The fault \"{match.Groups[1].Value}\" takes no milliseconds.");
        if (ms == null && kind == FaultKind.Slow) throw new FormatException("The fault \"slow\" needs milliseconds: slow=200.");
        var every = Number(match.Groups[4]);
        if (every < 1) throw new FormatException("A fault comes at every 1st, 2nd, … call: write /1 or more.");
        return new Fault(kind, ms, match.Groups[3].Success ? match.Groups[3].Value : null, every);
    }

    private static int? Number(Group group) =>
        group.Success ? int.Parse(group.Value, CultureInfo.InvariantCulture) : null;

    private static string Hyphenated(string name) =>
        string.Concat(name.Select((c, i) =>
            char.IsUpper(c) && i > 0 ? "-" + char.ToLowerInvariant(c) : char.ToLowerInvariant(c).ToString()));

    [GeneratedRegex(@"^([a-z-]+)(?:=(\d{1,7}))?(?:@([a-z_]+))?(?:/(\d{1,6}))?\z")]
    private static partial Regex Pattern();
}
