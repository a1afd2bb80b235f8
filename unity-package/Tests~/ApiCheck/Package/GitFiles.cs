using System.Diagnostics;
using System.Formats.Tar;

namespace Fairlead.ApiCheck;

/// <summary>Reads a git directory without a work tree.</summary>
internal static class GitFiles
{
    /// <summary>The Unity version that a branch stands at: the commit names it.</summary>
    internal static string VersionOf(string directory, string revision)
    {
        using var process = Start(directory, "log", "-1", "--format=%s", revision);
        var subject = process.StandardOutput.ReadToEnd();
        return System.Text.RegularExpressions.Regex.Match(subject, @"\d+\.\d+\.\w+").Value;
    }

    /// <summary>Every file of a revision that matches one of these pathspecs, by path.</summary>
    internal static Dictionary<string, string> Read(string directory, string revision, params string[] patterns)
    {
        using var process = Start(directory, ["archive", "--format=tar", revision, "--", .. patterns]);
        using var tar = new TarReader(process.StandardOutput.BaseStream);
        var files = new Dictionary<string, string>();
        while (tar.GetNextEntry() is { } entry)
            if (entry.DataStream != null) files[entry.Name] = new StreamReader(entry.DataStream).ReadToEnd();
        process.WaitForExit();
        if (files.Count == 0)
            throw new InvalidOperationException($"{directory} has no {string.Join(' ', patterns)} at {revision}: fetch that branch.");
        return files;
    }

    private static Process Start(string directory, params string[] arguments)
    {
        var start = new ProcessStartInfo("git") { RedirectStandardOutput = true, UseShellExecute = false };
        start.ArgumentList.Add("--git-dir");
        start.ArgumentList.Add(directory);
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        return Process.Start(start) ?? throw new InvalidOperationException("git did not start.");
    }
}
