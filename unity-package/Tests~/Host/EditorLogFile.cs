using System.Globalization;
using UnityEditor.Compilation;

namespace Fairlead.Host;

/// <summary>
/// Logs/Editor.log, with the lines by which Unity's log tells what it is doing. The one of the editor before is kept as
/// Editor-prev.log, as Unity does it.
/// </summary>
internal sealed class EditorLogFile
{
    private readonly string file;

    public EditorLogFile(string projectPath, string unityVersion)
    {
        var folder = Path.Combine(projectPath, "Logs");
        file = Path.Combine(folder, "Editor.log");
        var now = DateTime.UtcNow.ToString("o", CultureInfo.InvariantCulture);
        Quietly(() => Directory.CreateDirectory(folder));
        Quietly(() => File.Move(file, Path.Combine(folder, "Editor-prev.log"), true));
        Quietly(() => File.WriteAllLines(file,
        [
            $"Built from '6000.3/hosted' branch; Version is '{unityVersion} (hosted)'; Build Type 'Release'",
            "BatchMode: 0, IsHumanControllingUs: 1, StartBugReporterOnCrash: 0, Is64bit: 1",
            $"Date: {now} (process {Environment.ProcessId})",
            "",
            "COMMAND LINE ARGUMENTS:",
            "Unity",
            "-projectpath",
            projectPath,
            $"Successfully changed project path to: {projectPath}",
            projectPath,
        ]));
    }

    public void Compiling(bool forPlayer)
    {
        var graph = forPlayer ? "1900b0aP.dag" : "1900b0aEDbg.dag";
        Write($"Starting: bee_backend --ipc --dagfile=\"Library/Bee/{graph}\" --continue-on-failure ScriptAssemblies");
    }

    public void Compiled(IReadOnlyList<CompilerMessage> messages)
    {
        var errors = messages.Where(m => m.type == CompilerMessageType.Error).Select(m => m.message).ToArray();
        if (errors.Length == 0)
        {
            Write([.. messages.Select(m => m.message), "*** Tundra build success (1.00 seconds)"]);
            return;
        }
        Write([
            "##### Output", .. messages.Select(m => m.message), "*** Tundra build failed (1.00 seconds)",
            "## Script Compilation Error for: Csc Library/Bee/artifacts/Host.dag/Assembly-CSharp.dll", "## Output:", .. errors,
            "Editor compiler errors found. Will not reload assemblies.",
        ]);
    }

    public void SafeMode(bool on)
    {
        if (on) Write("[MODES] ModeService[default].ChangeMode(safe_mode)", "Safe Mode: Only loading a subset of assemblies");
        else Write("[MODES] ModeService[safe_mode].ChangeMode(default)");
    }

    public void Loaded() => Write("[Project] Loading completed in 1.000 seconds");

    private void Write(params string[] lines) => Quietly(() => File.AppendAllLines(file, lines));

    /// <summary>A log that cannot be written ends nobody's work.</summary>
    private static void Quietly(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Read-only, full, or removed.
        }
    }
}
