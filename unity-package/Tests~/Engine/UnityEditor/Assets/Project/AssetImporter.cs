#nullable enable
using System;
using System.IO;
using Fairlead.Engine.Assets;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    /// <summary>How a file is imported. The settings stand in its .meta, in a line of the engine's own.</summary>
    public partial class AssetImporter : Object
    {
        [SerializeField, HideInInspector] private string m_UserData = "";

        internal AssetImporter(string path)
        {
            assetPath = path;
        }

        public string assetPath { get; }

        public string userData { get => m_UserData; set => m_UserData = value; }

        public bool importSettingsMissing => !File.Exists(MetaPath);

        private string MetaPath => MetaFile.PathFor(ProjectAssets.Current.Index.Absolute(assetPath));

        public static AssetImporter? GetAtPath(string path)
        {
            if (ProjectAssets.Current.Index.Find(path) is not { } asset) return null;
            AssetImporter importer = AssetKinds.ImporterOf(asset.Path, asset.IsFolder) switch
            {
                "MonoImporter" => new MonoImporter(asset.Path),
                "TextureImporter" => new TextureImporter(asset.Path),
                "ModelImporter" => new ModelImporter(asset.Path),
                "AudioImporter" => new AudioImporter(asset.Path),
                "PluginImporter" => new PluginImporter(asset.Path),
                _ => new AssetImporter(asset.Path),
            };
            if (MetaFile.Read(importer.MetaPath)?.Settings is { } settings)
                ObjectCodec.Read(importer, JObject.Parse(settings), NoReferences.Only);
            return importer;
        }

        /// <summary>Returns null if the import said nothing.</summary>
        public static AssetImporters.ImportLog? GetImportLog(string path) =>
            ProjectAssets.Current.Index.Find(path) is { } asset && ImportComplaints.Of(asset) is { } said
                ? new AssetImporters.ImportLog(said) : null;

        public void SaveAndReimport()
        {
            MetaFile.Read(MetaPath)?.WithSettings(ObjectCodec.Write(this, NoReferences.Only).ToString(Formatting.None)).Write(MetaPath);
            AssetDatabase.ImportAsset(assetPath);
        }

        /// <summary>The engine's importers refer to no other object.</summary>
        private sealed class NoReferences : IReferences
        {
            internal static readonly NoReferences Only = new NoReferences();

            public JObject? Name(Object referred) => null;

            public Object? Find(JObject name) => null;
        }
    }

    public sealed partial class MonoImporter : AssetImporter
    {
        internal MonoImporter(string path)
            : base(path)
        {
        }

        public MonoScript? GetScript() => AssetDatabase.LoadAssetAtPath<MonoScript>(assetPath);
    }

    public sealed partial class PluginImporter : AssetImporter
    {
        internal PluginImporter(string path)
            : base(path)
        {
        }
    }

    public enum ModelImporterMeshCompression
    {
        Off = 0,
        Low = 1,
        Medium = 2,
        High = 3,
    }

    public partial class ModelImporter : AssetImporter
    {
        [SerializeField] private float m_GlobalScale = 1;
        [SerializeField] private int m_MeshCompression;
        [SerializeField] private bool m_IsReadable;
        [SerializeField] private bool m_ImportAnimation = true;
        [SerializeField] private bool m_AddColliders;

        internal ModelImporter(string path)
            : base(path)
        {
        }

        public float globalScale { get => m_GlobalScale; set => m_GlobalScale = value; }

        public ModelImporterMeshCompression meshCompression
        {
            get => (ModelImporterMeshCompression)m_MeshCompression;
            set => m_MeshCompression = (int)value;
        }

        public bool isReadable { get => m_IsReadable; set => m_IsReadable = value; }

        public bool importAnimation { get => m_ImportAnimation; set => m_ImportAnimation = value; }

        public bool addCollider { get => m_AddColliders; set => m_AddColliders = value; }
    }

    public sealed partial class AudioImporter : AssetImporter
    {
        [SerializeField] private bool m_ForceToMono;
        [SerializeField] private bool m_LoadInBackground;

        internal AudioImporter(string path)
            : base(path)
        {
        }

        public bool forceToMono { get => m_ForceToMono; set => m_ForceToMono = value; }

        public bool loadInBackground { get => m_LoadInBackground; set => m_LoadInBackground = value; }
    }
}
