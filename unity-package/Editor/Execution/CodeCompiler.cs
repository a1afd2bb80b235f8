#nullable enable
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace Fairlead.Editor.Execution
{
    /// <summary>One error in given code; a line of 0 is outside of it.</summary>
    internal readonly struct CodeError
    {
        internal CodeError(int line, int column, string code, string message)
        {
            Line = line;
            Column = column;
            Code = code;
            Message = message;
        }

        internal int Line { get; }

        internal int Column { get; }

        internal string Code { get; }

        internal string Message { get; }
    }

    /// <summary>The compiler's result: an assembly, or errors.</summary>
    internal sealed class CompiledCode
    {
        internal CompiledCode(byte[] image, byte[] symbols)
        {
            Image = image;
            Symbols = symbols;
        }

        internal CompiledCode(IReadOnlyList<CodeError> errors)
        {
            Errors = errors;
        }

        internal byte[] Image { get; } = Array.Empty<byte>();

        internal byte[] Symbols { get; } = Array.Empty<byte>();

        /// <summary>Empty: it compiled.</summary>
        internal IReadOnlyList<CodeError> Errors { get; } = Array.Empty<CodeError>();
    }

    /// <summary>Runs the compiler as a process of its own, in a temporary folder. Any thread.</summary>
    internal sealed class CodeCompiler
    {
        /// <summary>
        /// Not reported: versions of assemblies that differ, code after a return, a using that stands twice, unused variables.
        /// </summary>
        private const string Muted = "CS1701,CS1702,CS0162,CS0105,CS0168,CS0219";

        private static readonly Regex ErrorLine = new Regex(
            @"^(?<file>.*?)(\((?<line>\d+),(?<column>\d+)\))?\s*: error (?<code>\w+): (?<message>.*)$", RegexOptions.CultureInvariant);

        private static int count;

        private readonly CompilerFiles files;
        private readonly IReadOnlyList<string> references;
        private readonly IReadOnlyList<string> defines;
        private readonly string languageVersion;

        internal CodeCompiler(CompilerFiles files, IReadOnlyList<string> references, IReadOnlyList<string> defines, string languageVersion)
        {
            this.files = files;
            this.references = references;
            this.defines = defines;
            this.languageVersion = languageVersion;
        }

        /// <summary>Tries the code as what it looks like; a call without a value looks like an expression and is none.</summary>
        /// <exception cref="OperationCanceledException">It was cancelled; the process has ended.</exception>
        /// <exception cref="InvalidOperationException">The compiler did not run; the message says why.</exception>
        internal CompiledCode Compile(string code, CancellationToken cancellation)
        {
            if (!CodeUnit.LooksLikeExpression(code)) return Compile(CodeUnit.Statements(code), cancellation);
            var compiled = Compile(CodeUnit.Expression(code), cancellation);
            return compiled.Errors.Count == 1 && compiled.Errors[0].Message.Contains("'void'")
                ? Compile(CodeUnit.Statements(code), cancellation)
                : compiled;
        }

        private CompiledCode Compile(CodeUnit unit, CancellationToken cancellation)
        {
            // A domain keeps what it loaded: each assembly has a name of its own.
            var name = $"FairleadCode{Process.GetCurrentProcess().Id}_{Interlocked.Increment(ref count)}_{Guid.NewGuid():N}";
            var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), name)).FullName;
            try
            {
                var source = Path.Combine(folder, "unit.cs");
                var image = Path.Combine(folder, name + ".dll");
                var symbols = Path.Combine(folder, name + ".pdb");
                File.WriteAllText(source, unit.Text, new UTF8Encoding(false));
                File.WriteAllText(Path.Combine(folder, "arguments.rsp"), Arguments(source, image, symbols), new UTF8Encoding(false));
                var (exitCode, output) = Run(folder, cancellation);
                if (exitCode == 0 && File.Exists(image)) return new CompiledCode(File.ReadAllBytes(image), File.ReadAllBytes(symbols));
                var errors = Errors(output);
                if (errors.Count == 0) throw new InvalidOperationException($"The compiler ended with {exitCode}: {output.Trim()}");
                return new CompiledCode(errors);
            }
            finally
            {
                Delete(folder);
            }
        }

        private string Arguments(string source, string image, string symbols)
        {
            var text = new StringBuilder();
            text.AppendLine("-target:library").AppendLine("-nologo").AppendLine("-nostdlib+").AppendLine("-debug:portable")
                .AppendLine("-optimize-");
            text.AppendLine("-warn:0").AppendLine($"-nowarn:{Muted}").AppendLine($"-langversion:{languageVersion}");
            text.AppendLine("-preferreduilang:en-US").AppendLine("-utf8output").AppendLine("-deterministic+");
            if (defines.Count > 0) text.AppendLine($"-define:{string.Join(";", defines)}");
            text.AppendLine($"-out:\"{image}\"").AppendLine($"-pdb:\"{symbols}\"");
            foreach (var reference in references) text.AppendLine($"-reference:\"{reference}\"");
            return text.AppendLine($"\"{source}\"").ToString();
        }

        private (int ExitCode, string Output) Run(string folder, CancellationToken cancellation)
        {
            var start = new ProcessStartInfo(files.Dotnet, $"exec \"{files.Compiler}\" -noconfig @arguments.rsp")
            {
                WorkingDirectory = folder,
                UseShellExecute = false,
                CreateNoWindow = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                StandardOutputEncoding = Encoding.UTF8,
            };
            // The editor may have been started by another .NET.
            start.EnvironmentVariables["DOTNET_ROOT"] = Path.GetDirectoryName(files.Dotnet);
            start.EnvironmentVariables["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1";
            var output = new StringBuilder();
            void Hear(string? line)
            {
                if (line == null) return;
                lock (output) output.AppendLine(line);
            }
            using var process = new Process { StartInfo = start };
            process.OutputDataReceived += (_, data) => Hear(data.Data);
            process.ErrorDataReceived += (_, data) => Hear(data.Data);
            try
            {
                process.Start();
            }
            catch (Exception e) when (e is System.ComponentModel.Win32Exception || e is IOException)
            {
                throw new InvalidOperationException($"The compiler could not be started: {e.Message}", e);
            }
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
            using (cancellation.Register(() => Kill(process)))
                process.WaitForExit();
            cancellation.ThrowIfCancellationRequested();
            lock (output) return (process.ExitCode, output.ToString());
        }

        private static void Kill(Process process)
        {
            try
            {
                process.Kill();
            }
            catch (Exception e) when (e is InvalidOperationException || e is System.ComponentModel.Win32Exception)
            {
                // It has ended by itself.
            }
        }

        private static List<CodeError> Errors(string output)
        {
            var errors = new List<CodeError>();
            foreach (var line in output.Split('\n'))
            {
                var match = ErrorLine.Match(line.TrimEnd('\r'));
                if (!match.Success) continue;
                var inCode = Path.GetFileName(match.Groups["file"].Value) == CodeUnit.FileName;
                int Number(string group) => inCode ? int.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture) : 0;
                errors.Add(new CodeError(Number("line"), Number("column"), match.Groups["code"].Value, match.Groups["message"].Value));
            }
            return errors;
        }

        private static void Delete(string folder)
        {
            try
            {
                Directory.Delete(folder, true);
            }
            catch (Exception e) when (e is IOException || e is UnauthorizedAccessException)
            {
                // In the system's temporary folder: left to it.
            }
        }
    }
}
