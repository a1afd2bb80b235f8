using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Host;

/// <summary>One domain: the package and the user's assemblies, unloaded as a whole. The engine lives outside.</summary>
internal sealed class ScriptContext : AssemblyLoadContext
{
    /// <summary>In the order in which they are told of; the probe has no part in the domain's life.</summary>
    private static readonly string[] Package = ["Fairlead.Core", "Fairlead.Editor"];

    private const string Probe = "Fairlead.Probe";

    private readonly Dictionary<string, Assembly> mine = [];

    public ScriptContext(int number)
        : base($"Domain {number}", true)
    {
        // While it unloads the runtime holds the context: an assembly that the context holds would never go.
        Unloading += _ => mine.Clear();
    }

    /// <summary>Package first, then the user's.</summary>
    public IReadOnlyList<Assembly> LoadAll(CompiledScripts? scripts)
    {
        var loaded = Package.Select(LoadFile).ToList();
        var install = LoadFile(Probe).GetType("Fairlead.Probe.Installation")?.GetMethod("Install");
        install?.Invoke(null, null);
        foreach (var compiled in scripts?.Assemblies ?? [])
        {
            if (compiled.Image == null) continue;
            using var image = new MemoryStream(compiled.Image);
            using var symbols = compiled.Symbols == null ? null : new MemoryStream(compiled.Symbols);
            var assembly = LoadFromStream(image, symbols);
            mine[compiled.Source.Name] = assembly;
            loaded.Add(assembly);
        }
        return loaded;
    }

    protected override Assembly? Load(AssemblyName assemblyName)
    {
        var name = assemblyName.Name ?? "";
        if (mine.TryGetValue(name, out var loaded)) return loaded;
        return name == Probe || Array.IndexOf(Package, name) >= 0 ? LoadFile(name) : null;
    }

    /// <summary>From memory: a file in use could not be built anew.</summary>
    private Assembly LoadFile(string name)
    {
        if (mine.TryGetValue(name, out var loaded)) return loaded;
        var path = Path.Combine(AppContext.BaseDirectory, name + ".dll");
        var symbolsPath = Path.ChangeExtension(path, ".pdb");
        using var image = new MemoryStream(File.ReadAllBytes(path));
        using var symbols = File.Exists(symbolsPath) ? new MemoryStream(File.ReadAllBytes(symbolsPath)) : null;
        return mine[name] = LoadFromStream(image, symbols);
    }
}

/// <summary>The domain that is there now, and whether those before are really gone.</summary>
internal sealed class Domains
{
    private readonly List<WeakReference> left = [];
    private ScriptContext? current;
    private CompiledScripts? lastScripts;
    private int count;

    private const int LookAgainMs = 100;

    /// <summary>Domains that were unloaded and are still in memory, after a thorough look.</summary>
    public int Leaked()
    {
        for (var i = 0; i < 10 && left.Any(one => one.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            // On a busy machine a thread of the old domain may still be on its last line.
            if (left.Any(one => one.IsAlive)) Thread.Sleep(LookAgainMs);
        }
        left.RemoveAll(one => !one.IsAlive);
        return left.Count;
    }

    /// <summary>Files of what code in this domain may use; the user's assemblies are written where Unity keeps them.</summary>
    public IReadOnlyList<string> References()
    {
        var files = ScriptCompiler.EngineFiles().ToList();
        foreach (var assembly in lastScripts?.Assemblies ?? [])
        {
            if (assembly.Image == null) continue;
            var file = EngineProcess.Absolute(assembly.Source.OutputPath);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllBytes(file, assembly.Image);
            files.Add(file);
        }
        return files;
    }

    /// <summary>Into the domain that is there.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public Assembly LoadCode(byte[] image, byte[] symbols)
    {
        using var code = new MemoryStream(image);
        using var lines = new MemoryStream(symbols);
        return (current ?? throw new InvalidOperationException("There is no domain.")).LoadFromStream(code, lines);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public IReadOnlyList<Assembly> Load(CompiledScripts? scripts)
    {
        lastScripts = scripts ?? lastScripts;
        current = new ScriptContext(++count);
        return current.LoadAll(lastScripts);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Unload()
    {
        if (current == null) return;
        left.Add(new WeakReference(current));
        current.Unload();
        current = null;
    }
}
