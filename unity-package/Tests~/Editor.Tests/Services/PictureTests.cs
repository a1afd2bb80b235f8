using Fairlead.Editor.Screenshots;
using UnityEngine;
using UnityEngine.Rendering;
using Object = UnityEngine.Object;

namespace Fairlead.Editor.Tests.Services;

/// <summary>Pictures show the scene as it is: a blank or rotated one misleads an agent.</summary>
[Collection("engine")]
public sealed class PictureTests : IDisposable
{
    private const int Side = 64;
    private readonly List<Object> made = [];

    public void Dispose()
    {
        GraphicsSettings.defaultRenderPipeline = null;
        SystemInfo.graphicsDeviceType = GraphicsDeviceType.OpenGLCore;
        SystemInfo.graphicsUVStartsAtTop = false;
        UnityEditor.PlayModeView.IsClosed = false;
        foreach (var one in made) Object.DestroyImmediate(one);
    }

    [Fact]
    public void A_cube_in_the_upper_half_is_in_the_upper_half_of_the_picture()
    {
        Cube(new Vector3(0, 2, 10), Color.red);
        var pixels = Pixels(Shot(Camera()));
        Assert.True(IsRed(pixels, Side / 2, Side / 4));
        Assert.False(IsRed(pixels, Side / 2, Side * 3 / 4));
    }

    [Theory]
    [InlineData(PrimitiveType.Cube)]
    [InlineData(PrimitiveType.Sphere)]
    [InlineData(PrimitiveType.Capsule)]
    [InlineData(PrimitiveType.Cylinder)]
    public void A_body_is_seen_from_outside(PrimitiveType type)
    {
        var body = GameObject.CreatePrimitive(type);
        made.Add(body);
        var mesh = body.GetComponent<MeshFilter>().sharedMesh!;
        var (vertices, normals, triangles) = (mesh.vertices, mesh.normals, mesh.triangles);
        for (var i = 0; i < triangles.Length; i += 3)
        {
            var (a, b, c) = (vertices[triangles[i]], vertices[triangles[i + 1]], vertices[triangles[i + 2]]);
            // Unity draws the side from which a triangle runs clockwise; at the poles of a sphere some have no area.
            var face = Vector3.Cross(b - a, c - a);
            if (face.magnitude < 1e-6f) continue;
            Assert.True(Vector3.Dot(face, a + b + c) > 0, $"triangle {i / 3} of {type} is seen from inside");
            Assert.All(Enumerable.Range(i, 3), corner => Assert.True(Vector3.Dot(face, normals[triangles[corner]]) > 0));
        }
    }

    [Fact]
    public void Under_a_render_pipeline_pictures_go_by_request_since_Render_draws_nothing_there()
    {
        GraphicsSettings.defaultRenderPipeline = ScriptableObject.CreateInstance<SomePipeline>();
        Cube(new Vector3(0, 0, 5), Color.red);
        Assert.True(IsRed(Pixels(Shot(Camera())), Side / 2, Side / 2));
    }

    [Fact]
    public void A_picture_leaves_camera_and_targets_as_they_were()
    {
        var camera = Camera();
        var before = RenderTexture.TemporaryCount;
        Shot(camera);
        Assert.Null(camera.targetTexture);
        Assert.Null(RenderTexture.active);
        Assert.Equal(before, RenderTexture.TemporaryCount);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void In_Prefab_Mode_the_picture_is_of_the_prefab_and_of_what_is_around_it_in_context(bool inContext)
    {
        using var project = new Assets.Project();
        var crate = GameObject.CreatePrimitive(PrimitiveType.Cube);
        var red = new Material(Shader.Find("Unlit/Color")!) { color = Color.red };
        UnityEditor.AssetDatabase.CreateAsset(red, "Assets/Red.mat");
        crate.GetComponent<Renderer>().sharedMaterial = red;
        UnityEditor.PrefabUtility.SaveAsPrefabAssetAndConnect(
            crate, "Assets/Crate.prefab", UnityEditor.InteractionMode.AutomatedAction);
        Object.DestroyImmediate(crate.GetComponent<Renderer>());
        // In the main scene a green wall stands before where the prefab is.
        Cube(new Vector3(0, 0, 0), Color.green).transform.localScale = new Vector3(3, 3, 3);
        Assert.True(IsGreen(SceneShot.Take(null, Vector3.forward, Side, Side)));
        var stage = UnityEditor.SceneManagement.PrefabStageUtility.OpenPrefab("Assets/Crate.prefab", inContext ? crate : null);
        var shot = SceneShot.Take(null, Vector3.forward, Side, Side);
        Assert.Equal(inContext, IsGreen(shot));
        if (!inContext) Assert.True(IsRed(Pixels(shot), Side / 2, Side / 2));
        Assert.Same(stage, StageView.Of(null));
        Assert.Same(stage, StageView.Of([stage.prefabContentsRoot]));
        // An object of the main scene is still seen there.
        Assert.Null(StageView.Of([crate]));
        UnityEditor.SceneManagement.StageUtility.GoToMainStage();
        Assert.Null(StageView.Of(null));
        Assert.DoesNotContain(ObjectTable.All, one => one.IsAlive && one is GameObject { name: "Fairlead Light" or "Fairlead Camera" });
    }

    [Fact]
    public void Pictures_are_not_kept_behind_a_link_where_old_ones_would_be_other_files()
    {
        using var project = new Assets.Project();
        var others = Directory.CreateTempSubdirectory("fairlead-others-").FullName;
        try
        {
            for (var i = 0; i < 30; i++) File.WriteAllText(Path.Combine(others, $"{i}.json"), "mine");
            Directory.CreateDirectory(project.File("Temp/Fairlead"));
            Directory.CreateSymbolicLink(project.File("Temp/Fairlead/Pictures"), others);
            var fault = Assert.Throws<Core.ToolFault>(() => KeptPictures.Keep("before", [], new Screenshots.Pixels(2, 2)));
            Assert.Equal(Core.CallErrorCode.OutsideProject, fault.Error.Code);
            Assert.Equal(30, Directory.GetFiles(others).Length);
            Directory.Delete(project.File("Temp/Fairlead/Pictures"));
            KeptPictures.Keep("before", [], new Screenshots.Pixels(2, 2));
            Assert.Equal(["before"], KeptPictures.Names());
        }
        finally
        {
            Directory.Delete(others, true);
        }
    }

    [Fact]
    public void Without_graphics_it_says_so_instead_of_sending_black()
    {
        SystemInfo.graphicsDeviceType = GraphicsDeviceType.Null;
        Assert.Equal(Core.CallErrorCode.Unsupported, Assert.Throws<Core.ToolFault>(() => Shot(Camera())).Error.Code);
    }

    [Fact]
    public void The_scene_view_looks_at_an_object_wherever_it_is_and_leaves_no_camera_behind()
    {
        var cube = Cube(new Vector3(500, -30, 200), Color.red);
        var cameras = UnityEngine.Camera.allCamerasCount;
        var pixels = Pixels(SceneShot.Take([cube], null, Side, Side));
        Assert.True(IsRed(pixels, Side / 2, Side / 2));
        Assert.Equal(cameras, UnityEngine.Camera.allCamerasCount);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_game_view_is_upright_whichever_way_textures_begin(bool atTop)
    {
        SystemInfo.graphicsUVStartsAtTop = atTop;
        Cube(new Vector3(0, 2, 10), Color.red);
        Camera();
        var view = GameViewShot.Need();
        view.Repaint();
        var shot = GameViewShot.Take(view).Fit(Side);
        Assert.True(IsRed(shot.Rgb, shot.Width, shot.Width / 2, shot.Height / 4));
        Assert.False(IsRed(shot.Rgb, shot.Width, shot.Width / 2, shot.Height * 3 / 4));
        Assert.Null(RenderTexture.active);
    }

    [Fact]
    public void Without_a_game_view_it_says_how_to_get_one()
    {
        UnityEditor.PlayModeView.IsClosed = true;
        var fault = Assert.Throws<Core.ToolFault>(() => GameViewShot.Need());
        Assert.Equal(Core.CallErrorCode.NotFound, fault.Error.Code);
        Assert.Contains("Window/General/Game", fault.Error.Hint);
    }

    [Fact]
    public void A_kept_picture_is_found_by_its_name_as_it_was()
    {
        var pixels = new Pixels(3, 2);
        pixels.Rgb[7] = 200;
        KeptPictures.Keep("a-test", new JObject { ["action"] = "picture" }, pixels);
        var kept = KeptPictures.Find("a-test");
        Assert.Equal(pixels.Rgb, kept!.Value.Pixels.Rgb);
        Assert.Equal("picture", (string?)kept.Value.How["action"]);
        Assert.Null(KeptPictures.Find("another"));
    }

    private Camera Camera()
    {
        var camera = new GameObject("Test Camera").AddComponent<Camera>();
        camera.clearFlags = CameraClearFlags.SolidColor;
        camera.backgroundColor = Color.black;
        made.Add(camera.gameObject);
        return camera;
    }

    private GameObject Cube(Vector3 position, Color color)
    {
        var cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
        cube.transform.position = position;
        cube.transform.localScale = new Vector3(2, 2, 2);
        var material = new Material(Shader.Find("Unlit/Color")!) { color = color };
        cube.GetComponent<MeshRenderer>().sharedMaterial = material;
        made.Add(cube);
        return cube;
    }

    private static Pixels Shot(Camera camera) => PictureTaker.Take(camera, Side, Side);

    /// <summary>Red, green, blue; the file has one filter, differences to the row above.</summary>
    private static byte[] Pixels(Pixels picture)
    {
        var png = System.Convert.FromBase64String(picture.ToAttachment("screenshot").Base64);
        Assert.Equal([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], png[..8]);
        var at = 8;
        byte[] data = [];
        while (at < png.Length)
        {
            var length = System.Buffers.Binary.BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
            var name = System.Text.Encoding.ASCII.GetString(png, at + 4, 4);
            if (name == "IDAT") data = png[(at + 8)..(at + 8 + length)];
            at += length + 12;
        }
        using var inflate = new System.IO.Compression.ZLibStream(new MemoryStream(data), System.IO.Compression.CompressionMode.Decompress);
        using var rows = new MemoryStream();
        inflate.CopyTo(rows);
        var filtered = rows.ToArray();
        var pixels = new byte[Side * Side * 3];
        for (var y = 0; y < Side; y++)
        {
            Assert.Equal(2, filtered[y * (1 + (Side * 3))]);
            for (var x = 0; x < Side * 3; x++)
            {
                var above = y == 0 ? 0 : pixels[((y - 1) * Side * 3) + x];
                pixels[(y * Side * 3) + x] = (byte)(filtered[(y * (1 + (Side * 3))) + 1 + x] + above);
            }
        }
        return pixels;
    }

    private static bool IsGreen(Screenshots.Pixels picture)
    {
        // Beside the middle, through which the edge between the two triangles of a wall goes.
        var at = ((Side / 2 * Side) + (Side / 2) + 8) * 3;
        var pixels = Pixels(picture);
        return pixels[at] < 60 && pixels[at + 1] > 200;
    }

    private static bool IsRed(byte[] pixels, int x, int y) => IsRed(pixels, Side, x, y);

    private static bool IsRed(byte[] pixels, int width, int x, int y)
    {
        var at = ((y * width) + x) * 3;
        return pixels[at] > 200 && pixels[at + 1] < 60 && pixels[at + 2] < 60;
    }

    private sealed class SomePipeline : RenderPipelineAsset
    {
    }
}
