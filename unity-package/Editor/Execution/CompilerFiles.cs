#nullable enable
using System;
using System.IO;
using System.Linq;

namespace Fairlead.Editor.Execution
{
    /// <summary>The C# compiler that Unity brings along, and the .NET that runs it.</summary>
    internal sealed class CompilerFiles
    {
        internal CompilerFiles(string dotnet, string compiler)
        {
            Dotnet = dotnet;
            Compiler = compiler;
        }

        /// <summary>The program <c>dotnet</c>.</summary>
        internal string Dotnet { get; }

        /// <summary><c>csc.dll</c>.</summary>
        internal string Compiler { get; }

        /// <summary>
        /// Unity 6000.0 to 6000.4 have <c>DotNetSdkRoslyn</c> beside <c>NetCoreRuntime</c>, later ones a whole <c>DotNetSdk</c>;
        /// on macOS both stand in Resources/Scripting from 6000.3 on. Returns null if neither is there.
        /// </summary>
        internal static CompilerFiles? Find(string contents)
        {
            foreach (var root in new[] { contents, Path.Combine(contents, "Resources", "Scripting") })
                if ((OfSdk(Path.Combine(root, "DotNetSdk"))
                    ?? Pair(Path.Combine(root, "NetCoreRuntime"), Path.Combine(root, "DotNetSdkRoslyn"))) is { } found)
                    return found;
            return null;
        }

        /// <summary>The newest compiler of a .NET SDK; null: it has none.</summary>
        internal static CompilerFiles? OfSdk(string sdk)
        {
            var versions = Path.Combine(sdk, "sdk");
            if (!Directory.Exists(versions)) return null;
            foreach (var version in Directory.GetDirectories(versions).OrderByDescending(VersionOf))
                if (Pair(sdk, Path.Combine(version, "Roslyn", "bincore")) is { } found) return found;
            return null;
        }

        private static CompilerFiles? Pair(string runtime, string roslyn)
        {
            var compiler = Path.Combine(roslyn, "csc.dll");
            if (!File.Exists(compiler)) return null;
            foreach (var name in new[] { "dotnet.exe", "dotnet" })
                if (File.Exists(Path.Combine(runtime, name))) return new CompilerFiles(Path.Combine(runtime, name), compiler);
            return null;
        }

        /// <summary>8.0.318 is older than 10.0.100, and 10.0.100-rc.1 counts as 10.0.100.</summary>
        private static Version VersionOf(string folder) =>
            Version.TryParse(Path.GetFileName(folder).Split('-')[0], out var version) ? version : new Version();
    }
}
