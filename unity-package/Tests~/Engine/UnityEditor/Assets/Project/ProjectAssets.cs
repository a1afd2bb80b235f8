#nullable enable
using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Engine.Assets
{
    /// <summary>The asset database of the project that this process has open.</summary>
    internal sealed class ProjectAssets
    {
        private static ProjectAssets? current;

        private ProjectAssets(string path, ITrash trash)
        {
            Index = new AssetIndex(path);
            Trash = trash;
            GlobalObjectId.AssetIdOf = obj => AssetIds.TryGet(obj, out var guid, out var fileId) ? (guid, fileId) : ((string, long)?)null;
            GlobalObjectId.AssetOf = AssetIds.Find;
            SceneFiles.KeepLostScripts();
            Shader.FindInProject = name => Loaded.ShaderNamed(name);
            UnityEngine.Rendering.GraphicsSettings.Find = () => RenderPipelines.AssetOf(Index.ProjectPath);
            Shader.HasPackageOf = name => RenderPipelines.HasShader(Index.ProjectPath, name);
        }

        /// <summary>Opens with the first use; again when the process has another project (tests).</summary>
        internal static ProjectAssets Current
        {
            get
            {
                if (current == null || !SamePath(current.Index.ProjectPath, EngineProcess.ProjectPath))
                    Open(EngineProcess.ProjectPath, OsTrash.ForThisPlatform());
                return current!;
            }
        }

        internal AssetIndex Index { get; }

        internal ITrash Trash { get; set; }

        internal LoadedAssets Loaded { get; } = new LoadedAssets();

        /// <summary>Calls of StartAssetEditing that wait for their StopAssetEditing.</summary>
        internal int EditingDepth { get; set; }

        internal List<string> WaitingImports { get; } = new List<string>();

        /// <summary>Opens a project anew: nothing is loaded, nothing is dirty.</summary>
        internal static void Open(string path, ITrash trash)
        {
            EngineProcess.ProjectPath = path;
            MissingParts.Clear();
            current = new ProjectAssets(path, trash);
            ProjectSettingsLoader.Load();
        }

        private static bool SamePath(string a, string b) =>
            string.Equals(System.IO.Path.GetFullPath(a), System.IO.Path.GetFullPath(b), StringComparison.Ordinal);
    }
}
