using System.Diagnostics;
using System.Globalization;
using UnityEngine;

namespace Fairlead.Host;

/// <summary>Why a folder cannot be opened; the message says what to do.</summary>
internal sealed class ProjectException(string message) : Exception(message);

/// <summary>A folder that is, or becomes, a small Unity 6 project; open in one editor at a time.</summary>
internal sealed class ProjectFolder : IDisposable
{
    private readonly string lockFile;

    private ProjectFolder(string path, bool isNew, string lockFile)
    {
        Path = path;
        IsNew = isNew;
        this.lockFile = lockFile;
    }

    public string Path { get; }

    public bool IsNew { get; }

    /// <exception cref="ProjectException">It holds something else, or is open.</exception>
    public static ProjectFolder Open(string folder, string? name)
    {
        var path = System.IO.Path.GetFullPath(folder).TrimEnd(System.IO.Path.DirectorySeparatorChar);
        if (File.Exists(path)) throw new ProjectException($"\"{path}\" is a file. Give a folder.");
        var isNew = !Directory.Exists(path)
            || Directory.EnumerateFileSystemEntries(path).All(entry => System.IO.Path.GetFileName(entry) is ".DS_Store" or "desktop.ini");
        if (!isNew && !(Directory.Exists($"{path}/Assets") && Directory.Exists($"{path}/ProjectSettings")))
            throw new ProjectException(
                $"\"{path}\" is not empty and no Unity project: it has no Assets and ProjectSettings folders. Name a Unity project's "
                + $"folder, or one that does not exist yet.");
        if (isNew) WriteSkeleton(path, name ?? System.IO.Path.GetFileName(path));
        return new ProjectFolder(path, isNew, Lock(path));
    }

    public void Dispose()
    {
        try
        {
            File.Delete(lockFile);
        }
        catch (IOException)
        {
            // A lock whose process has ended is taken over.
        }
    }

    /// <summary>Temp/UnityLockfile, here with the process id inside.</summary>
    private static string Lock(string project)
    {
        var file = System.IO.Path.Combine(project, "Temp", "UnityLockfile");
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(file)!);
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                using var made = new StreamWriter(new FileStream(file, FileMode.CreateNew));
                made.Write(Environment.ProcessId);
                return file;
            }
            catch (IOException) when (attempt == 0 && File.Exists(file))
            {
                var holder = ReadHolder(file);
                if (holder is { } pid && IsAlive(pid))
                    throw new ProjectException(
                        $"The project \"{project}\" is already open in another editor (process {pid}). End that one, or open another "
                        + $"folder.");
                TryDelete(project, file);
            }
        }
    }

    private static void TryDelete(string project, string file)
    {
        try
        {
            File.Delete(file);
        }
        catch (IOException)
        {
            throw new ProjectException($"The project \"{project}\" is open in Unity. Close it there, or open another folder.");
        }
    }

    private static int? ReadHolder(string file)
    {
        try
        {
            return int.TryParse(File.ReadAllText(file), NumberStyles.None, CultureInfo.InvariantCulture, out var pid) ? pid : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static bool IsAlive(int pid)
    {
        try
        {
            using var process = Process.GetProcessById(pid);
            return !process.HasExited;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    private static void WriteSkeleton(string path, string name)
    {
        var product = string.Concat(name.Select(c => "\r\n:#'\"".Contains(c) ? ' ' : c)).Trim();
        if (product.Length == 0) product = "Hosted";
        Write(path, "ProjectSettings/ProjectVersion.txt",
            $"m_EditorVersion: {EngineProcess.Version}\nm_EditorVersionWithRevision: {EngineProcess.Version} (hosted)\n");
        Write(path, "ProjectSettings/ProjectSettings.asset", Yaml("PlayerSettings",
            $"productGUID: {Guid.NewGuid():N}", "companyName: DefaultCompany", $"productName: {product}",
            "defaultScreenWidth: 1920", "defaultScreenHeight: 1080", "bundleVersion: 0.1.0"));
        Write(path, "ProjectSettings/TagManager.asset", Yaml("TagManager",
            "tags: []", "layers:", "- Default", "- TransparentFX", "- Ignore Raycast", "- ", "- Water", "- UI"));
        Write(path, "Packages/manifest.json",
            "{\n  \"dependencies\": {\n    \"com.unity.ugui\": \"2.0.0\",\n    \"com.unity.test-framework\": \"1.6.0\",\n" +
            "    \"com.unity.modules.physics\": \"1.0.0\",\n    \"com.unity.modules.ui\": \"1.0.0\"\n  }\n}\n");
        Write(path, ".gitignore", "/[Ll]ibrary/\n/[Tt]emp/\n/[Ll]ogs/\n/[Uu]serSettings/\n");
        Directory.CreateDirectory($"{path}/Assets/Scenes");
        Directory.CreateDirectory($"{path}/Assets/Scripts");
    }

    private static string Yaml(string type, params string[] lines) =>
        $"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!129 &1\n{type}:\n{string.Concat(lines.Select(line => $"  {line}\n"))}";

    private static void Write(string root, string relative, string text)
    {
        var file = System.IO.Path.Combine(root, relative);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
