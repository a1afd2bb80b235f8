#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Runtime.InteropServices;

namespace Fairlead.Editor.Windows
{
    /// <summary>The systems that Unity runs on.</summary>
    internal enum Desktop
    {
        Windows,
        MacOS,
        Linux,
    }

    /// <summary>Runs a command in a terminal that the user sees and can end.</summary>
    internal static class RelayTerminal
    {
        /// <summary>In the order in which they are tried; the first is the user's choice on Debian and its kin.</summary>
        private static readonly (string Program, string[] Before)[] LinuxTerminals =
        {
            ("x-terminal-emulator", new[] { "-e" }),
            ("gnome-terminal", new[] { "--" }),
            ("konsole", new[] { "-e" }),
            ("xfce4-terminal", new[] { "-x" }),
            ("kitty", Array.Empty<string>()),
            ("alacritty", new[] { "-e" }),
            ("xterm", new[] { "-e" }),
        };

        internal static Desktop Current =>
            RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? Desktop.Windows
            : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? Desktop.MacOS
            : Desktop.Linux;

        /// <summary>Opens a terminal in the folder. Returns why not, in a sentence with a way out; null: it opened.</summary>
        internal static string? Open(string command, string folder)
        {
            try
            {
                foreach (var start in Starts(Current, command, folder, ScriptFile))
                    if (TryStart(start)) return null;
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                return $"Could not open a terminal: {e.Message} Open one and run \"{command}\".";
            }
            return $"No terminal was found. Open one in {folder} and run \"{command}\".";
        }

        /// <summary>
        /// The programs to start, in order of preference. <paramref name="script"/> writes a script that the user may run and says where.
        /// </summary>
        internal static IEnumerable<ProcessStartInfo> Starts(Desktop desktop, string command, string folder, Func<string, string> script)
        {
            switch (desktop)
            {
                case Desktop.Windows:
                    // /k keeps the window open, so that an error can be read.
                    yield return new ProcessStartInfo("cmd.exe", $"/k {command}") { UseShellExecute = true, WorkingDirectory = folder };
                    yield break;
                case Desktop.MacOS:
                    // The finder's way: Terminal, or what the user has put in its place.
                    yield return new ProcessStartInfo("/usr/bin/open",
                        Quoted(script($"#!/bin/sh\ncd {ShellQuoted(folder)}\n{command}\n"))) { UseShellExecute = false };
                    yield break;
                default:
                    // A login shell, since a desktop's environment often lacks what nvm and the like put on the PATH.
                    var line = $"cd {ShellQuoted(folder)}; {command}; exec \"$SHELL\"";
                    foreach (var (program, before) in LinuxTerminals)
                    {
                        // Not as a list: .NET Framework, whose surface Unity's editor has, knows one text only.
                        var words = new List<string>(before) { Environment.GetEnvironmentVariable("SHELL") ?? "/bin/sh", "-lc", line };
                        yield return new ProcessStartInfo(program, string.Join(" ", words.ConvertAll(Quoted))) { UseShellExecute = false,
                            WorkingDirectory = folder };
                    }
                    yield break;
            }
        }

        private static bool TryStart(ProcessStartInfo start)
        {
            try
            {
                using var process = Process.Start(start);
                return process != null;
            }
            catch (System.ComponentModel.Win32Exception)
            {
                return false;
            }
        }

        /// <summary>A .command file is what macOS runs in a terminal.</summary>
        private static string ScriptFile(string text)
        {
            var folder = Path.Combine(Path.GetTempPath(), "fairlead");
            Directory.CreateDirectory(folder);
            var file = Path.Combine(folder, "relay.command");
            File.WriteAllText(file, text);
            using var chmod = Process.Start(new ProcessStartInfo("/bin/chmod", $"700 {Quoted(file)}") { UseShellExecute = false });
            chmod?.WaitForExit();
            return file;
        }

        private static string Quoted(string text) => $"\"{text.Replace("\"", "\\\"")}\"";

        private static string ShellQuoted(string text) => $"'{text.Replace("'", "'\\''")}'";
    }
}
