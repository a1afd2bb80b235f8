using System.Globalization;
using Fairlead.Faults;

namespace Fairlead.Host;

/// <summary>The command line; the same words as <c>fairlead simulate</c> where both have them.</summary>
internal sealed record HostOptions
{
    public const string Help =
        """
        Fairlead.Host: the Unity package's own C# in a headless editor on plain .NET.

          dotnet Fairlead.Host.dll [--project] <folder> [options]

        If the folder does not exist, a small project is created in it, with a camera, a light and a floor.

          --name <name>          product name of a new project (default: the folder's name)
          --fault <fault>        misbehave: <kind>[=ms][@tool][/every]; may be repeated
          --compile-ms <n>       a compile takes this long at least (default 0)
          --reload-ms <n>        a domain reload takes this long at least (default 0)
          --reload-on-play       reload the domain when play mode begins, as Unity does (the default)
          --no-reload-on-play    do not
          --unfocused            begin as an editor in the background: no ticks but those that are asked for
          --clock <kind>         real (default), or fake: play mode stands still until "advance" moves it
          --ledger <file>    append a line "<call id> <tool>" for every call that runs
          --control              take commands from standard input, one JSON object per line; its end ends the editor
          --verbose              show the editor's console on standard error
          --help                 this text

        FAIRLEAD_HOME names the relay's folder. Everything else is in README.md beside this program's sources.
        """;

    private const int MaxMs = 600_000;

    public string Project { get; private init; } = "HostedProject";

    public string? Name { get; private init; }

    public IReadOnlyList<Fault> Faults { get; private init; } = [];

    public int CompileMs { get; private init; }

    public int ReloadMs { get; private init; }

    public bool ReloadOnPlay { get; private init; } = true;

    public bool Unfocused { get; private init; }

    public bool FakeClock { get; private init; }

    public string? Ledger { get; private init; }

    public bool Control { get; private init; }

    public bool Verbose { get; private init; }

    public bool WantsHelp { get; private init; }

    /// <exception cref="FormatException">With a sentence for the user.</exception>
    public static HostOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new HostOptions();
        for (var i = 0; i < arguments.Count; i++)
        {
            var word = arguments[i];
            string Next() =>
                ++i < arguments.Count ? arguments[i] : throw new FormatException($"{word} wants a value. --help tells more.");
            options = word switch
            {
                "--project" => options with { Project = Next() },
                "--name" => options with { Name = Next() },
                "--fault" => options with { Faults = [.. options.Faults, Fault.Parse(Next())] },
                "--compile-ms" => options with { CompileMs = Milliseconds(word, Next()) },
                "--reload-ms" => options with { ReloadMs = Milliseconds(word, Next()) },
                "--reload-on-play" => options with { ReloadOnPlay = true },
                "--no-reload-on-play" => options with { ReloadOnPlay = false },
                "--unfocused" => options with { Unfocused = true },
                "--clock" => options with { FakeClock = Clock(Next()) },
                "--ledger" => options with { Ledger = Path.GetFullPath(Next()) },
                "--control" => options with { Control = true },
                "--verbose" => options with { Verbose = true },
                "--help" or "-h" => options with { WantsHelp = true },
                _ when !word.StartsWith('-') => options with { Project = word },
                _ => throw new FormatException($"There is no option {word}. --help lists them."),
            };
        }
        return options;
    }

    private static int Milliseconds(string option, string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var ms) && ms <= MaxMs
            ? ms
            : throw new FormatException($"{option} wants milliseconds from 0 to {MaxMs}, not \"{text}\".");

    private static bool Clock(string kind) =>
        kind switch
        {
            "real" => false,
            "fake" => true,
            _ => throw new FormatException($"--clock knows real and fake, not \"{kind}\"."),
        };
}
