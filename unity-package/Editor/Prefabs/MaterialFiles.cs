#nullable enable
using System.Collections.Generic;
using System.IO;
using Fairlead.Editor.Assets;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>
    /// Materials that only a scene holds (an object that was coloured for itself) become files before a prefab is to have them: a prefab's
    /// file cannot hold them, and its instances would have none.
    /// </summary>
    internal static class MaterialFiles
    {
        /// <summary>The files lie beside the prefab. Call it with the renderers' Undo already registered.</summary>
        internal static void Keep(GameObject root, string prefabPath)
        {
            var files = new Dictionary<Material, Material>();
            foreach (var renderer in root.GetComponentsInChildren<Renderer>(true))
            {
                var materials = renderer.sharedMaterials;
                var changed = false;
                for (var i = 0; i < materials.Length; i++)
                {
                    var material = materials[i];
                    if (material == null || EditorUtility.IsPersistent(material)) continue;
                    if (!files.TryGetValue(material, out var file)) files[material] = file = Save(material, prefabPath);
                    materials[i] = file;
                    changed = true;
                }
                if (!changed) continue;
                renderer.sharedMaterials = materials;
                EditorUtility.SetDirty(renderer);
            }
        }

        private static Material Save(Material material, string prefabPath)
        {
            var copy = new Material(material);
            var path = AssetDatabase.GenerateUniqueAssetPath(Path.ChangeExtension(prefabPath, ".mat").Replace('\\', '/'));
            FilesBefore.Writes(path);
            AssetDatabase.CreateAsset(copy, path);
            return copy;
        }
    }
}
