<?php
// php laravel.php, in a folder with src/Illuminate/{Encryption,Contracts} of laravel/framework.
spl_autoload_register(function($c){ $f='src/'.str_replace('\\','/',$c).'.php'; if(is_file($f)) require $f; });
use Illuminate\Encryption\Encrypter;
$key = str_repeat("\x2a", 32); $old = str_repeat("k", 16);
$out=[];
foreach ([['aes-256-cbc',$key],['aes-256-gcm',$key],['aes-128-cbc',$old]] as [$c,$k]) { $e=new Encrypter($k,$c); $out[]=[$c,'base64:'.base64_encode($k),$e->encrypt('JBSWY3DPEHPK3PXP'),$e->encryptString('JBSWY3DPEHPK3PXP')]; }
echo json_encode($out, JSON_UNESCAPED_SLASHES|JSON_PRETTY_PRINT);
