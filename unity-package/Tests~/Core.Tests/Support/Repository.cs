using System.Diagnostics;

namespace Fairlead.Core.Tests;

/// <summary>The repository these tests stand in, and its Node.</summary>
internal static class Repository
{
    public static string Root { get; } = FindRoot();

    /// <summary>The Node that runs TypeScript: the one that started us, the repository's own, or the machine's.</summary>
    public static string Node { get; } = FindNode();

    public static string At(params string[] parts) => Path.Combine([Root, .. parts]);

    /// <summary>Runs Node to its end; what it printed. Throws when it failed.</summary>
    public static async Task<string> RunNode(IReadOnlyList<string> arguments, string input = "", IDictionary<string,
        string>? environment = null)
    {
        var start = NodeStart(arguments, environment);
        start.RedirectStandardInput = true;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        if (process.ExitCode != 0) throw new InvalidOperationException($"node ended with {process.ExitCode}: {await errors}");
        return await output;
    }

    public static ProcessStartInfo NodeStart(IReadOnlyList<string> arguments, IDictionary<string, string>? environment = null)
    {
        var start = new ProcessStartInfo(Node)
        {
            WorkingDirectory = Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };
#if NETSTANDARD
        // Mono has an ArgumentList and ignores it.
        start.Arguments = string.Join(" ",
            arguments.Prepend("--no-warnings").Select(word => "\"" + word.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\""));
#else
        start.ArgumentList.Add("--no-warnings");
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
#endif
        foreach (var (name, value) in environment ?? new Dictionary<string, string>()) start.Environment[name] = value;
        return start;
    }

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder != null; folder = folder.Parent)
            if (File.Exists(Path.Combine(folder.FullName, "protocol", "src", "wire", "editor-link.ts"))) return folder.FullName;
        throw new InvalidOperationException("These tests run inside the Fairlead repository.");
    }

    private static string FindNode()
    {
        var given = Environment.GetEnvironmentVariable("FAIRLEAD_NODE");
        if (!string.IsNullOrEmpty(given)) return given;
        var own = At("node_modules", "node", "bin", OperatingSystem.IsWindows() ? "node.exe" : "node");
        return File.Exists(own) ? own : "node";
    }
}
