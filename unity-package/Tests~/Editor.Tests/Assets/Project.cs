using Fairlead.Core;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Scenes;
using Fairlead.Engine.Assets;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Tests.Assets;

/// <summary>An empty Unity project on disk with an untitled scene; its trash is a folder.</summary>
internal sealed class Project : IDisposable
{
    internal Project()
    {
        Folder = Path.Combine(Path.GetTempPath(), "fairlead-assets-" + Guid.NewGuid().ToString("N"));
        Directory.CreateDirectory(Path.Combine(Folder, "Assets"));
        Directory.CreateDirectory(Path.Combine(Folder, "ProjectSettings"));
        Restart();
        EditorSceneManager.NewScene(NewSceneSetup.EmptyScene);
    }

    internal string Folder { get; }

    internal string TrashFolder => Path.Combine(Folder, "Trash");

    /// <summary>Starts the editor anew: nothing is in memory.</summary>
    internal void Restart()
    {
        foreach (var scene in SceneTable.All.ToArray()) SceneTable.Remove(scene);
        Undo.ClearAll();
        ProjectAssets.Open(Folder, new FolderTrash(TrashFolder));
    }

    internal string File(string path) => Path.Combine(Folder, path);

    internal static JObject Asset(string args) => AssetTool.Execute(new ToolArguments("unity_asset", JObject.Parse(args)));

    internal static JObject Scene(string args) => SceneTool.Execute(new ToolArguments("unity_scene", JObject.Parse(args)));

    internal static JObject Search(string args) => AssetSearch.Run(new ToolArguments("unity_query", JObject.Parse(args)));

    internal static CallError Refused(Func<JObject> call) => Assert.Throws<ToolFault>(call).Error;

    public void Dispose()
    {
        AtomicFile.BeforeReplace = null;
        StageUtility.GoToMainStage();
        foreach (var scene in SceneTable.All.ToArray()) SceneTable.Remove(scene);
        Directory.Delete(Folder, true);
    }
}
