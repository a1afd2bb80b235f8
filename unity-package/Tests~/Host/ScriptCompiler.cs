using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using UnityEditor;
using UnityEditor.Compilation;
using UnityEngine;

namespace Fairlead.Host;

/// <summary>The SDK's own C# compiler, with Unity 6's settings: C# 9, .NET Standard 2.1, Unity's muted warnings.</summary>
internal sealed class ScriptCompiler
{
    /// <summary>Unity mutes: fields that only the Inspector assigns (169, 649), and mismatched assembly versions.</summary>
    private static readonly string[] Muted = ["CS0169", "CS0649", "CS0282", "CS1701", "CS1702"];

    private readonly Lazy<ImmutableArray<MetadataReference>> references = new(Engine);

    /// <summary>Loads the compiler while nobody waits for it.</summary>
    public void WarmUp() =>
        Compile("Warm", ["public class Warm : UnityEngine.MonoBehaviour { void Update() { transform.Rotate(0, 1, 0); } }"], [""], [], [])
            .Emit(Stream.Null);

    /// <summary>Every assembly in order; what needs one with errors is left out, as in Unity.</summary>
    public CompiledScripts Compile(ScriptSources sources)
    {
        var done = new List<CompiledAssembly>();
        var images = new Dictionary<string, MetadataReference>();
        foreach (var assembly in sources.Assemblies)
        {
            if (assembly.References.Any(name => done.Any(d => d.Source.Name == name && d.Image == null))) continue;
            var needed = assembly.References.Where(images.ContainsKey).Select(name => images[name]);
            var texts = assembly.Files.Select(Read).ToList();
            var compilation = Compile(assembly.Name, texts, assembly.Files, [.. sources.Defines, .. assembly.Defines], needed);
            using var image = new MemoryStream();
            using var symbols = new MemoryStream();
            var result = compilation.Emit(image, symbols,
                options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb));
            var messages = result.Diagnostics.Where(d => d.Severity >= DiagnosticSeverity.Warning && !d.IsSuppressed).Select(Message)
                .ToArray();
            if (result.Success) images[assembly.Name] = MetadataReference.CreateFromImage(image.ToArray());
            done.Add(new CompiledAssembly(assembly, result.Success ? image.ToArray() : null, result.Success ? symbols.ToArray() : null,
                messages));
        }
        return new CompiledScripts(done);
    }

    private CSharpCompilation Compile(
        string name, IReadOnlyList<string> texts, IReadOnlyList<string> paths, IEnumerable<string> defines,
        IEnumerable<MetadataReference> needed)
    {
        var parse = new CSharpParseOptions(LanguageVersion.CSharp9, DocumentationMode.None, SourceCodeKind.Regular, defines);
        var trees = texts.Select((text, i) => CSharpSyntaxTree.ParseText(SourceText.From(text, Encoding.UTF8), parse, paths[i]));
        var options = new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary,
            optimizationLevel: OptimizationLevel.Debug,
            concurrentBuild: true,
            deterministic: true,
            specificDiagnosticOptions: Muted.Select(id => KeyValuePair.Create(id, ReportDiagnostic.Suppress)));
        return CSharpCompilation.Create(name, trees, references.Value.AddRange(needed), options);
    }

    private static string Read(string file)
    {
        try
        {
            return File.ReadAllText(EngineProcess.Absolute(file));
        }
        catch (IOException)
        {
            // Deleted since it was listed: the next refresh sees that.
            return "";
        }
    }

    private static CompilerMessage Message(Diagnostic diagnostic)
    {
        var place = diagnostic.Location.GetLineSpan();
        var (line, column) = place.IsValid ? (place.StartLinePosition.Line + 1, place.StartLinePosition.Character + 1) : (0, 0);
        var isError = diagnostic.Severity == DiagnosticSeverity.Error;
        var text = diagnostic.GetMessage(CultureInfo.InvariantCulture);
        var file = place.Path ?? "";
        return new CompilerMessage
        {
            file = file,
            line = line,
            column = column,
            type = isError ? CompilerMessageType.Error : CompilerMessageType.Warning,
            message = $"{file}({line},{column}): {(isError ? "error" : "warning")} {diagnostic.Id}: {text}",
        };
    }

    private static ImmutableArray<MetadataReference> Engine() => [.. EngineFiles().Select(file => MetadataReference.CreateFromFile(file))];

    /// <summary>.NET Standard, the engine's assemblies, the package's, Newtonsoft.Json: what Unity lets every script see.</summary>
    internal static IEnumerable<string> EngineFiles()
    {
        var here = AppContext.BaseDirectory;
        return Directory.GetFiles(Path.Combine(here, "netstandard"), "*.dll")
            .Concat(Directory.GetFiles(here, "UnityEngine*.dll"))
            .Concat(Directory.GetFiles(here, "UnityEditor*.dll"))
            .Concat(Directory.GetFiles(here, "Unity.InputSystem.dll"))
            .Concat(Directory.GetFiles(here, "nunit.framework.dll"))
            .Append(Path.Combine(here, "Fairlead.Editor.dll"))
            .Append(Path.Combine(here, "Newtonsoft.Json.dll"));
    }
}
