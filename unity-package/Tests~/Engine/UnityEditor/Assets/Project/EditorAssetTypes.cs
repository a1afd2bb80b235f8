#nullable enable
using System;
using System.IO;
using Fairlead.Engine.Assets;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>A folder, or a file of a kind that is not known.</summary>
    public partial class DefaultAsset : Object
    {
        internal DefaultAsset()
        {
        }
    }

    public partial class SceneAsset : Object
    {
        internal SceneAsset()
        {
        }
    }

    public partial class MonoScript : TextAsset
    {
        private readonly string path;

        internal MonoScript(string path)
        {
            this.path = path;
        }

        /// <summary>Returns null while the script does not compile, or declares no class of its name.</summary>
        public Type? GetClass() => Record is { } asset ? ScriptAssets.TypeIn(asset) : null;

        public new string text => Record is { } asset ? File.ReadAllText(ProjectAssets.Current.Index.Absolute(asset.Path)) : "";

        public static MonoScript? FromMonoBehaviour(MonoBehaviour behaviour) => ScriptAssets.AssetOf(behaviour.GetType()) as MonoScript;

        public static MonoScript? FromScriptableObject(ScriptableObject scriptableObject) =>
            ScriptAssets.AssetOf(scriptableObject.GetType()) as MonoScript;

        private AssetRecord? Record => ProjectAssets.Current.Index.Find(AssetPath ?? path);
    }

    public abstract class AssetPostprocessor
    {
        public string assetPath { get; set; } = "";

        public virtual uint GetVersion() => 0;

        public virtual int GetPostprocessOrder() => 0;
    }

    public class AssetModificationProcessor
    {
    }

    public enum AssetMoveResult
    {
        DidNotMove = 0,
        FailedMove = 1,
        DidMove = 2,
    }

    public enum AssetDeleteResult
    {
        DidNotDelete = 0,
        FailedDelete = 1,
        DidDelete = 2,
    }

    public enum RemoveAssetOptions
    {
        MoveAssetToTrash = 0,
        DeleteAssets = 2,
    }
}

namespace UnityEditorInternal
{
    public sealed class AssemblyDefinitionAsset : TextAsset
    {
        internal AssemblyDefinitionAsset(string text)
            : base(text)
        {
        }
    }
}
